-- What: game nights, the weekly series they are dates of, answers, posts, a night's tables, settings of servers.
-- When: 2026-11.
-- Why:  a date happens once however often the bot restarts: it is one row, unique by series and date, and what
--       has become of it (cancelled, missed, over) never goes back. Every message about a night is intended
--       here before it is sent. Local time is kept as weekday, minute and IANA zone, never as an offset.

CREATE TABLE series (
    series_id        INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id        INTEGER NOT NULL REFERENCES servers (server_id),
    name             TEXT NOT NULL DEFAULT '',
    host_player_id   INTEGER NOT NULL REFERENCES players (player_id),
    channel_id       INTEGER NOT NULL,
    weekday          INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),          -- 0: Monday
    local_minute     INTEGER NOT NULL CHECK (local_minute BETWEEN 0 AND 1439),  -- of the day, on the wall clock
    zone             TEXT NOT NULL,                                             -- an IANA name
    every_weeks      INTEGER NOT NULL CHECK (every_weeks BETWEEN 1 AND 52),
    anchor_date      TEXT NOT NULL CHECK (anchor_date IS date(anchor_date)),    -- the first date
    announce_minutes INTEGER NOT NULL CHECK (announce_minutes BETWEEN 0 AND 40320),  -- before it begins
    remind_minutes   INTEGER NOT NULL CHECK (remind_minutes BETWEEN 0 AND 40320),    -- 0: nobody is reminded
    quiet_minutes    INTEGER NOT NULL CHECK (quiet_minutes BETWEEN 10 AND 1440),     -- ends when so long without a hand
    game             TEXT NOT NULL,
    options_json     TEXT NOT NULL CHECK (json_valid(options_json)),
    settings_json    TEXT NOT NULL CHECK (json_valid(settings_json)),           -- the table's terms, guests among them
    made_at_ms       INTEGER NOT NULL,
    ended_at_ms      INTEGER,                                                   -- NULL: goes on
    UNIQUE (series_id, server_id),
    CHECK (CAST(strftime('%w', anchor_date) AS INTEGER) = (weekday + 1) % 7)
) STRICT;
CREATE INDEX series_going_on ON series (server_id) WHERE ended_at_ms IS NULL;

-- One date. A row stands here from the moment at which the date is announced, moved, cancelled or missed.
CREATE TABLE nights (
    night_id       INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id      INTEGER NOT NULL REFERENCES servers (server_id),
    series_id      INTEGER,                    -- NULL: a night of its own
    date           TEXT NOT NULL CHECK (date IS date(date)),  -- by the series, wherever it was moved to
    number         INTEGER CHECK (number > 0), -- within the server, from its beginning on
    name           TEXT NOT NULL DEFAULT '',
    host_player_id INTEGER NOT NULL REFERENCES players (player_id),
    channel_id     INTEGER NOT NULL,
    announce_minutes INTEGER NOT NULL,         -- before it begins
    remind_minutes INTEGER NOT NULL,
    quiet_minutes  INTEGER NOT NULL,
    game           TEXT NOT NULL,
    options_json   TEXT NOT NULL CHECK (json_valid(options_json)),
    settings_json  TEXT NOT NULL CHECK (json_valid(settings_json)),
    state          TEXT NOT NULL DEFAULT 'planned'
                   CHECK (state IN ('planned', 'announced', 'open', 'closing', 'over', 'cancelled', 'missed')),
    planned_at_ms  INTEGER NOT NULL,
    event_id       INTEGER,                    -- Discord's scheduled event
    started_at_ms  INTEGER,
    ended_at_ms    INTEGER,                    -- all of its tables closed, all chips back in the wallets
    FOREIGN KEY (series_id, server_id) REFERENCES series (series_id, server_id),
    UNIQUE (series_id, date),
    UNIQUE (server_id, number),
    UNIQUE (night_id, server_id),
    CHECK ((state IN ('open', 'closing', 'over')) = (number IS NOT NULL)),
    CHECK ((number IS NULL) = (started_at_ms IS NULL)),
    CHECK ((state = 'over') = (ended_at_ms IS NOT NULL))
) STRICT;
CREATE INDEX nights_going_on ON nights (server_id) WHERE state IN ('planned', 'announced', 'open', 'closing');

CREATE TABLE night_answers (
    night_id  INTEGER NOT NULL REFERENCES nights (night_id),
    player_id INTEGER NOT NULL REFERENCES players (player_id),
    answer    TEXT NOT NULL CHECK (answer IN ('yes', 'maybe', 'no')),
    at_ms     INTEGER NOT NULL,                -- of the first of this answer: who said it first stands first
    PRIMARY KEY (night_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX night_answers_of_player ON night_answers (player_id);

-- What is said in the channel, each once: intended first, then sent, then its id is kept.
CREATE TABLE night_posts (
    night_id    INTEGER NOT NULL REFERENCES nights (night_id),
    what        TEXT NOT NULL
                CHECK (what IN ('announcement', 'moved', 'reminder', 'call', 'missed', 'cancelled', 'summary')),
    intended_ms INTEGER NOT NULL,
    message_id  INTEGER,                       -- NULL: perhaps sent
    given_up    INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1)),
    PRIMARY KEY (night_id, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX night_posts_open ON night_posts (night_id) WHERE message_id IS NULL AND given_up = 0;

ALTER TABLE tables ADD COLUMN night_id INTEGER REFERENCES nights (night_id);
CREATE INDEX tables_of_night ON tables (night_id) WHERE night_id IS NOT NULL;
CREATE INDEX transfers_night ON transfers (night_id) WHERE night_id IS NOT NULL;

ALTER TABLE servers ADD COLUMN zone TEXT;      -- NULL: not asked yet
ALTER TABLE servers ADD COLUMN top_up_chips INTEGER NOT NULL DEFAULT 0 CHECK (top_up_chips BETWEEN 0 AND 1000000000);
ALTER TABLE servers ADD COLUMN top_up_week TEXT;  -- the last week that is done, like 2026-W45
ALTER TABLE servers ADD COLUMN nudge_seconds INTEGER NOT NULL DEFAULT 10 CHECK (nudge_seconds BETWEEN 0 AND 300);
ALTER TABLE players ADD COLUMN remind_by_dm INTEGER NOT NULL DEFAULT 0 CHECK (remind_by_dm IN (0, 1));

CREATE TRIGGER nights_move_forward BEFORE UPDATE OF state ON nights
WHEN OLD.state <> NEW.state
     AND OLD.state || '>' || NEW.state NOT IN
         ('planned>announced', 'planned>open', 'announced>open', 'open>closing', 'open>over', 'closing>over',
          'planned>cancelled', 'announced>cancelled', 'planned>missed', 'announced>missed')
BEGIN SELECT RAISE(ABORT, 'night_not_in_that_state'); END;

CREATE TRIGGER nights_keep_their_date BEFORE UPDATE ON nights
WHEN NEW.night_id <> OLD.night_id OR NEW.server_id <> OLD.server_id OR NEW.series_id IS NOT OLD.series_id
     OR NEW.date <> OLD.date OR NEW.number IS NOT coalesce(OLD.number, NEW.number)
     OR (OLD.state NOT IN ('planned', 'announced') AND NEW.planned_at_ms <> OLD.planned_at_ms)
BEGIN SELECT RAISE(ABORT, 'nights_keep_their_date'); END;

CREATE TRIGGER nights_end_empty BEFORE UPDATE OF state ON nights
WHEN NEW.state = 'over'
     AND EXISTS (SELECT 1 FROM tables WHERE night_id = NEW.night_id AND state <> 'closed')
BEGIN SELECT RAISE(ABORT, 'night_not_empty'); END;

CREATE TRIGGER nights_no_delete BEFORE DELETE ON nights
BEGIN SELECT RAISE(ABORT, 'nights_are_kept'); END;

CREATE TRIGGER series_no_delete BEFORE DELETE ON series
BEGIN SELECT RAISE(ABORT, 'series_are_kept'); END;

-- A table is of a night from its opening on, before any chip is on it: so every transfer of it is booked.
CREATE TRIGGER tables_of_open_nights BEFORE UPDATE OF night_id ON tables
WHEN OLD.night_id IS NOT NULL OR NOT EXISTS (
         SELECT 1 FROM nights WHERE night_id = NEW.night_id AND server_id = OLD.server_id AND state = 'open')
     OR EXISTS (SELECT 1 FROM sittings WHERE table_id = OLD.table_id)
BEGIN SELECT RAISE(ABORT, 'not_an_open_night'); END;
