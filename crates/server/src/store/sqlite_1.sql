CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    setup TEXT NOT NULL,
    listed INTEGER NOT NULL,
    created INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE INDEX matches_listed ON matches (created DESC) WHERE listed;

CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    token TEXT,
    bot TEXT,
    deck TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID;

CREATE TABLE texts (
    match_id TEXT NOT NULL REFERENCES matches (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match_id, name)
) WITHOUT ROWID;

CREATE TABLE decisions (
    match_id TEXT NOT NULL REFERENCES matches (id),
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    action TEXT NOT NULL,
    hash TEXT NOT NULL,
    client_id TEXT,
    spent INTEGER NOT NULL,
    over INTEGER NOT NULL,
    PRIMARY KEY (match_id, n)
) WITHOUT ROWID;
