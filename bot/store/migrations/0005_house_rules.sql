-- What: house rules under a name, per server.
-- When: 2026-11.
-- Why:  a group plays by its own rules: a table, dealer's choice and game nights take them by their name. A table
--       keeps a copy, so that they can be changed or deleted while it goes on.

CREATE TABLE house_rules (
    rules_id      INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id     INTEGER NOT NULL REFERENCES servers (server_id),
    name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 20),
    name_key      TEXT NOT NULL,                                        -- how it is looked up: letters are equal
    game          TEXT NOT NULL,
    options_json  TEXT NOT NULL CHECK (json_valid(options_json)),
    settings_json TEXT NOT NULL CHECK (json_valid(settings_json)),      -- seats, buy-ins, times
    saved_by      INTEGER NOT NULL,
    saved_at_ms   INTEGER NOT NULL,
    FOREIGN KEY (saved_by, server_id) REFERENCES players (player_id, server_id),
    UNIQUE (server_id, name_key)
) STRICT;
