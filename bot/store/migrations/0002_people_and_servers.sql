-- What: a table's waiting list, who was kicked in mid-hand, when a pause began, when a server was left.
-- When: 2026-11.
-- Why:  all of it must outlive the process: places in a list are kept, a hand that somebody is sent away from
--       is still his to play, a pause lasts half an hour at most, tables of a left server wait twelve hours.

CREATE TABLE waiting (
    waiting_id INTEGER PRIMARY KEY,            -- who comes first has the smallest
    table_id   INTEGER NOT NULL REFERENCES tables (table_id),
    player_id  INTEGER NOT NULL REFERENCES players (player_id),
    since_ms   INTEGER NOT NULL,
    message_id INTEGER,                        -- the line that asks him, while it stands in the channel
    UNIQUE (table_id, player_id)
) STRICT;
CREATE INDEX waiting_of_player ON waiting (player_id);

ALTER TABLE sittings ADD COLUMN kicked INTEGER NOT NULL DEFAULT 0 CHECK (kicked IN (0, 1));
ALTER TABLE tables ADD COLUMN paused_at_ms INTEGER;
ALTER TABLE servers ADD COLUMN left_at_ms INTEGER;
