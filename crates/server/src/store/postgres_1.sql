CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    setup TEXT NOT NULL,
    listed BOOLEAN NOT NULL,
    created TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX matches_listed ON matches (created DESC) WHERE listed;

CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat SMALLINT NOT NULL,
    name TEXT NOT NULL,
    token TEXT,
    bot TEXT,
    deck TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
);

CREATE TABLE texts (
    match_id TEXT NOT NULL REFERENCES matches (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match_id, name)
);

CREATE TABLE decisions (
    match_id TEXT NOT NULL REFERENCES matches (id),
    n INTEGER NOT NULL,
    seat SMALLINT NOT NULL,
    kind TEXT NOT NULL,
    action TEXT NOT NULL,
    hash TEXT NOT NULL,
    client_id TEXT,
    spent INTEGER NOT NULL,
    over BOOLEAN NOT NULL,
    PRIMARY KEY (match_id, n)
);

-- The row of a match stays for good, so that its fence never goes back.
CREATE TABLE leases (
    match_id TEXT PRIMARY KEY,
    node TEXT NOT NULL,
    address TEXT NOT NULL,
    fence BIGINT NOT NULL,
    until TIMESTAMPTZ NOT NULL
);
