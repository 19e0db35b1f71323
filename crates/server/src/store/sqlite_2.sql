-- Something that can be written to find out whether anything can.
CREATE TABLE health (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    beat INTEGER NOT NULL
);
