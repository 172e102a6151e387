-- Matches as chains of rows (one row a move), the live tables' own records, and what could not be brought back.

CREATE TABLE journals (
    id    INTEGER PRIMARY KEY,
    match TEXT    NOT NULL UNIQUE,
    "end" INTEGER NOT NULL,       -- so many events
    chain BLOB    NOT NULL        -- the last row's link: a match that lost its end is found out
) STRICT;

CREATE TABLE events (
    match   INTEGER NOT NULL,     -- journals.id
    seq     INTEGER NOT NULL,     -- the first event's place in the match
    payload BLOB    NOT NULL,     -- engine.codec.events_to_bytes
    chain   BLOB    NOT NULL,     -- BLAKE2b over the link before, this row's place and its payload
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id     INTEGER PRIMARY KEY,   -- the order in which they were written last
    code   TEXT    NOT NULL UNIQUE,
    record BLOB    NOT NULL,
    sum    BLOB    NOT NULL       -- BLAKE2b over code and record
) STRICT;

CREATE TABLE quarantine (
    id     INTEGER PRIMARY KEY,
    code   TEXT    NOT NULL,
    why    TEXT    NOT NULL,
    at     INTEGER NOT NULL,      -- seconds since 1970, UTC
    record BLOB    NOT NULL
) STRICT;
