-- What: seasons, and what every hand moved by player, as standings read it.
-- When: 2026-11.
-- Why:  standings over years must be read in a moment, and from transfers alone that takes seconds. What counts
--       is play only (bets and wins of hands). The database itself counts a hand in the moment it is over, in
--       the transaction that settles it, so that nobody can forget it; the audit recomputes it from transfers.

-- One at most is open-ended in a server. A season that was called off before it began ends where it starts.
CREATE TABLE seasons (
    season_id          INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id          INTEGER NOT NULL REFERENCES servers (server_id),
    number             INTEGER NOT NULL CHECK (number > 0),   -- within the server
    name               TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    starts_at_ms       INTEGER NOT NULL,
    ends_at_ms         INTEGER,                               -- NULL: until it is ended; itself not in it
    started_by         INTEGER NOT NULL REFERENCES players (player_id),
    ended_by           INTEGER REFERENCES players (player_id),
    made_at_ms         INTEGER NOT NULL,
    UNIQUE (server_id, number),
    CHECK (ends_at_ms >= starts_at_ms)
) STRICT;
CREATE UNIQUE INDEX seasons_one_open ON seasons (server_id) WHERE ends_at_ms IS NULL;

CREATE TRIGGER seasons_do_not_overlap BEFORE INSERT ON seasons
WHEN EXISTS (SELECT 1 FROM seasons WHERE server_id = NEW.server_id
             AND (ends_at_ms IS NULL OR (ends_at_ms > NEW.starts_at_ms AND ends_at_ms > starts_at_ms)))
BEGIN SELECT RAISE(ABORT, 'seasons_overlap'); END;

CREATE TRIGGER seasons_end_once BEFORE UPDATE ON seasons
WHEN OLD.ends_at_ms IS NOT NULL OR NEW.starts_at_ms <> OLD.starts_at_ms OR NEW.server_id <> OLD.server_id
BEGIN SELECT RAISE(ABORT, 'season_has_ended'); END;

CREATE TRIGGER seasons_no_delete BEFORE DELETE ON seasons
BEGIN SELECT RAISE(ABORT, 'seasons_are_kept'); END;

-- at_ms is the time that a hand counts by: the beginning of its night, so that a night is never divided
-- between seasons; outside nights the hand's own end. net: won less paid.
CREATE TABLE plays (
    server_id INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    hand_id   INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    night_id  INTEGER,
    game      TEXT NOT NULL,
    net       INTEGER NOT NULL,
    PRIMARY KEY (server_id, at_ms, hand_id, player_id),
    FOREIGN KEY (hand_id, server_id) REFERENCES hands (hand_id, server_id),
    FOREIGN KEY (player_id, server_id) REFERENCES players (player_id, server_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX plays_of_player ON plays (player_id, at_ms);

-- What the transfers say; the audit compares it with plays.
CREATE VIEW played AS
    SELECT h.server_id, coalesce(n.started_at_ms, h.over_at_ms) AS at_ms, h.hand_id, a.player_id, b.night_id,
           h.game, sum(iif(t.reason = 'win', t.amount, -t.amount)) AS net
    FROM hands h
    JOIN tables b USING (table_id, server_id)
    LEFT JOIN nights n ON n.night_id = b.night_id
    JOIN transfers t ON t.hand_id = h.hand_id AND t.reason IN ('bet', 'win')
    JOIN accounts a ON a.account_id = iif(t.reason = 'win', t.credit, t.debit)
    WHERE h.state = 'over'
    GROUP BY h.hand_id, a.player_id;

INSERT INTO plays SELECT * FROM played;

CREATE TRIGGER hands_are_counted AFTER UPDATE OF state ON hands
WHEN NEW.state = 'over'
BEGIN INSERT INTO plays SELECT * FROM played WHERE hand_id = NEW.hand_id; END;

CREATE TRIGGER plays_no_update BEFORE UPDATE ON plays
BEGIN SELECT RAISE(ABORT, 'plays_are_immutable'); END;

CREATE TRIGGER plays_no_delete BEFORE DELETE ON plays
BEGIN SELECT RAISE(ABORT, 'plays_are_immutable'); END;
