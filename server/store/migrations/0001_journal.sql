-- Matches as rows of events (one row a move) and the live tables' own records.

CREATE TABLE events (
    match   TEXT    NOT NULL,
    seq     INTEGER NOT NULL,  -- the first event's place in the match
    count   INTEGER NOT NULL,  -- so many events
    payload BLOB    NOT NULL,  -- engine.codec.events_to_bytes
    chain   BLOB    NOT NULL,  -- BLAKE2b over the row before, this row's place and its payload
    PRIMARY KEY (match, seq)
) WITHOUT ROWID, STRICT;

CREATE TABLE tables (
    id     INTEGER PRIMARY KEY,  -- the order in which they were opened
    code   TEXT    NOT NULL UNIQUE,
    record BLOB    NOT NULL,
    sum    BLOB    NOT NULL      -- BLAKE2b over code and record
) STRICT;

CREATE TABLE quarantine (
    id     INTEGER PRIMARY KEY,
    code   TEXT    NOT NULL,
    why    TEXT    NOT NULL,
    at     INTEGER NOT NULL,     -- seconds since 1970, UTC
    record BLOB    NOT NULL
) STRICT;
