-- Bans of accounts and networks, and what operators did. Rows are added, and a ban is lifted; nothing is deleted.
CREATE TABLE ban (
    id INTEGER PRIMARY KEY,
    banned TEXT NOT NULL CHECK (banned IN ('key', 'network')),
    target TEXT NOT NULL,
    name TEXT NOT NULL,
    marks TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER,
    who TEXT NOT NULL,
    why TEXT NOT NULL,
    lifted INTEGER,
    lifted_by TEXT
) STRICT;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    act TEXT NOT NULL,
    about TEXT NOT NULL
) STRICT;
