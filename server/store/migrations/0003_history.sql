-- Rounds that are over, matches and who played them, ratings. A match's events are the journal's, under its name.

CREATE TABLE rounds (
    seal       TEXT    PRIMARY KEY,  -- the commitment, 64 hexadecimal digits
    match      TEXT    NOT NULL,
    round      INTEGER NOT NULL,
    transcript BLOB    NOT NULL      -- engine.transcript as JSON, deflated
) WITHOUT ROWID, STRICT;
CREATE INDEX rounds_of_match ON rounds (match, round);

CREATE TABLE matches (
    id      TEXT    PRIMARY KEY,  -- what people type
    name    TEXT    NOT NULL UNIQUE,  -- what the journal calls it
    options TEXT    NOT NULL,     -- engine.codec.pack_options as JSON
    public  INTEGER NOT NULL,
    started INTEGER NOT NULL,     -- seconds since 1970, UTC
    ended   INTEGER,              -- null: it is being played, or its table was closed before the end
    moves   INTEGER,
    gains   TEXT                  -- of every round, of every seat, as JSON
) WITHOUT ROWID, STRICT;

CREATE TABLE players (
    match  TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    person TEXT    NOT NULL,  -- the account's id; empty: a bot, a guest, or somebody who is forgotten
    name   TEXT    NOT NULL,  -- as it was then
    kind   TEXT    NOT NULL,
    level  TEXT    NOT NULL,  -- a bot's strength
    rank   INTEGER,
    before INTEGER,           -- the rating as it was shown; null: the match did not count for this seat
    after  INTEGER,
    games  INTEGER,           -- rated matches of the player, this one included
    PRIMARY KEY (match, seat)
) WITHOUT ROWID, STRICT;
CREATE INDEX players_of_person ON players (person) WHERE person != '';

CREATE TABLE ratings (
    person TEXT    NOT NULL,
    rules  TEXT    NOT NULL,
    name   TEXT    NOT NULL,  -- as it was at the last rated match
    mu     REAL    NOT NULL,
    sigma  REAL    NOT NULL,
    games  INTEGER NOT NULL,
    PRIMARY KEY (person, rules)
) WITHOUT ROWID, STRICT;
