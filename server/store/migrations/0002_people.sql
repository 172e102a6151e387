-- Accounts and their keys. Nothing here is an address, a fingerprint or a time finer than a day.

CREATE TABLE accounts (
    id       TEXT    PRIMARY KEY,  -- random
    name     TEXT    NOT NULL,  -- empty: it lay idle and another took it over
    created  INTEGER NOT NULL,  -- days since 1970-01-01, UTC
    seen     INTEGER NOT NULL,  -- likewise
    games    INTEGER NOT NULL,  -- finished
    settings TEXT    NOT NULL   -- a JSON object: name to value, both text
) WITHOUT ROWID, STRICT;

CREATE TABLE keys (
    mark    TEXT    PRIMARY KEY,  -- HMAC-SHA256 of the fingerprint under data/secret, hexadecimal
    account TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    place   INTEGER NOT NULL,  -- which of the account's keys it is, from 0
    kind    TEXT    NOT NULL,  -- ssh-ed25519
    added   INTEGER NOT NULL   -- days since 1970-01-01, UTC
) WITHOUT ROWID, STRICT;
CREATE INDEX keys_of_account ON keys (account);

CREATE TABLE secret (
    proof TEXT NOT NULL  -- tells whether data/secret is the one that the marks were made with
) STRICT;
