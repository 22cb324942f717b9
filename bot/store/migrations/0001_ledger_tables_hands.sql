-- What: servers, players, the ledger, tables with their sittings, hands with everything a replay needs.
-- When: 2026-11, the first version.
-- Why:  the books must hold whatever the program does, so the database itself refuses what would break them:
--       transfers and actions are never changed, balances follow from transfers alone and stay above zero,
--       a hand moves forward only. Times are milliseconds since 1970 in UTC (_ms). Chips are whole numbers.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE servers (
    server_id            INTEGER PRIMARY KEY,  -- Discord's id
    starting_chips       INTEGER NOT NULL DEFAULT 1000 CHECK (starting_chips BETWEEN 0 AND 1000000000),
    manager_role_id      INTEGER,
    locale               TEXT,                 -- NULL: as Discord says
    return_stack_minutes INTEGER NOT NULL DEFAULT 60 CHECK (return_stack_minutes >= 0)
) STRICT;

-- The only place of Discord's user ids and names: emptying one row forgets a person and the books still balance.
CREATE TABLE players (
    player_id     INTEGER PRIMARY KEY,
    server_id     INTEGER NOT NULL REFERENCES servers (server_id),
    user_id       INTEGER,                     -- NULL: forgotten
    name          TEXT NOT NULL,
    locale        TEXT NOT NULL,
    dm_channel_id INTEGER,
    first_seen_ms INTEGER NOT NULL,
    UNIQUE (server_id, user_id),
    UNIQUE (player_id, server_id)
) STRICT;

CREATE TABLE tables (
    table_id        INTEGER PRIMARY KEY,
    server_id       INTEGER NOT NULL REFERENCES servers (server_id),
    number          INTEGER NOT NULL CHECK (number > 0),
    channel_id      INTEGER NOT NULL,
    game            TEXT NOT NULL,
    options_json    TEXT NOT NULL CHECK (json_valid(options_json)),
    settings_json   TEXT NOT NULL CHECK (json_valid(settings_json)),
    host_player_id  INTEGER NOT NULL REFERENCES players (player_id),
    state           TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paused', 'closed')),
    message_id      INTEGER,
    message_at_ms   INTEGER,
    dealer_seat     INTEGER,
    opened_at_ms    INTEGER NOT NULL,
    last_hand_at_ms INTEGER,
    closed_at_ms    INTEGER,
    UNIQUE (server_id, number),
    UNIQUE (table_id, server_id),
    CHECK ((state = 'closed') = (closed_at_ms IS NOT NULL))
) STRICT;
CREATE INDEX tables_open ON tables (server_id) WHERE state <> 'closed';

CREATE TABLE sittings (
    sitting_id     INTEGER PRIMARY KEY,
    table_id       INTEGER NOT NULL,
    server_id      INTEGER NOT NULL,
    player_id      INTEGER NOT NULL,
    seat           INTEGER NOT NULL CHECK (seat > 0),
    state          TEXT NOT NULL DEFAULT 'in' CHECK (state IN ('in', 'out', 'leaving')),
    misses         INTEGER NOT NULL DEFAULT 0 CHECK (misses >= 0),
    brought_chips  INTEGER NOT NULL DEFAULT 0 CHECK (brought_chips >= 0),
    top_up_pending INTEGER NOT NULL DEFAULT 0 CHECK (top_up_pending >= 0),
    sat_at_ms      INTEGER NOT NULL,
    left_at_ms     INTEGER,                    -- NULL: sits here
    left_chips     INTEGER,                    -- what went back to the wallet on leaving
    FOREIGN KEY (table_id, server_id) REFERENCES tables (table_id, server_id),
    FOREIGN KEY (player_id, server_id) REFERENCES players (player_id, server_id),
    UNIQUE (sitting_id, server_id),
    CHECK ((left_at_ms IS NULL) = (left_chips IS NULL))
) STRICT;
CREATE UNIQUE INDEX sittings_one_per_seat ON sittings (table_id, seat) WHERE left_at_ms IS NULL;
CREATE UNIQUE INDEX sittings_one_per_player ON sittings (table_id, player_id) WHERE left_at_ms IS NULL;
CREATE INDEX sittings_of_player ON sittings (player_id, table_id);

CREATE TABLE hands (
    hand_id         INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: the shuffle's key depends on it
    table_id        INTEGER NOT NULL,
    server_id       INTEGER NOT NULL,
    number          INTEGER NOT NULL CHECK (number > 0),
    state           TEXT NOT NULL DEFAULT 'committed'
                    CHECK (state IN ('committed', 'posting', 'dealt', 'over', 'void')),
    nonce           BLOB NOT NULL UNIQUE,      -- a seed serves one hand
    commitment      BLOB NOT NULL,
    game            TEXT,
    options_json    TEXT CHECK (options_json IS NULL OR json_valid(options_json)),
    dealer          INTEGER,
    seats_json      TEXT CHECK (seats_json IS NULL OR json_valid(seats_json)),
    channel_id      INTEGER,
    message_id      INTEGER,
    committed_at_ms INTEGER NOT NULL,
    posting_at_ms   INTEGER,
    dealt_at_ms     INTEGER,
    over_at_ms      INTEGER,
    result_json     TEXT CHECK (result_json IS NULL OR json_valid(result_json)),
    void_reason     TEXT,
    FOREIGN KEY (table_id, server_id) REFERENCES tables (table_id, server_id),
    UNIQUE (table_id, number),
    UNIQUE (hand_id, server_id),
    CHECK (state IN ('committed', 'void')
           OR (game IS NOT NULL AND options_json IS NOT NULL AND dealer IS NOT NULL
               AND seats_json IS NOT NULL AND channel_id IS NOT NULL AND posting_at_ms IS NOT NULL)),
    CHECK (state NOT IN ('dealt', 'over') OR (message_id IS NOT NULL AND dealt_at_ms IS NOT NULL)),
    CHECK ((state = 'over') = (result_json IS NOT NULL)),
    CHECK ((state = 'void') = (void_reason IS NOT NULL)),
    CHECK ((state IN ('over', 'void')) = (over_at_ms IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX hands_one_live_per_table ON hands (table_id) WHERE state IN ('committed', 'posting', 'dealt');

CREATE TABLE hand_words (
    hand_id   INTEGER NOT NULL REFERENCES hands (hand_id),
    seat      INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (player_id),
    word      TEXT NOT NULL,
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE hand_decks (
    hand_id     INTEGER NOT NULL REFERENCES hands (hand_id),
    deck_number INTEGER NOT NULL CHECK (deck_number >= 0),
    root        BLOB NOT NULL,
    PRIMARY KEY (hand_id, deck_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE hand_actions (
    hand_id        INTEGER NOT NULL REFERENCES hands (hand_id),
    seq            INTEGER NOT NULL CHECK (seq > 0),
    seat           INTEGER NOT NULL,
    verb           TEXT NOT NULL,
    amount         INTEGER NOT NULL CHECK (amount >= 0),
    target         INTEGER,
    source         TEXT NOT NULL,
    interaction_id INTEGER,
    at_ms          INTEGER NOT NULL,
    PRIMARY KEY (hand_id, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX hand_actions_once ON hand_actions (hand_id, interaction_id) WHERE interaction_id IS NOT NULL;

CREATE TABLE hidden_messages (
    hand_id    INTEGER NOT NULL REFERENCES hands (hand_id),
    player_id  INTEGER NOT NULL REFERENCES players (player_id),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (hand_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX hidden_messages_of_player ON hidden_messages (player_id);

-- balance is what the transfers make it: only the trigger transfers_move changes it.
CREATE TABLE accounts (
    account_id INTEGER PRIMARY KEY,
    server_id  INTEGER NOT NULL REFERENCES servers (server_id),
    kind       TEXT NOT NULL CHECK (kind IN ('house', 'wallet', 'stack', 'pot')),
    player_id  INTEGER,
    sitting_id INTEGER,
    hand_id    INTEGER,
    balance    INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (player_id, server_id) REFERENCES players (player_id, server_id),
    FOREIGN KEY (sitting_id, server_id) REFERENCES sittings (sitting_id, server_id),
    FOREIGN KEY (hand_id, server_id) REFERENCES hands (hand_id, server_id),
    UNIQUE (account_id, server_id),
    CONSTRAINT no_balance_below_zero CHECK (balance >= 0 OR kind = 'house'),
    CONSTRAINT account_has_its_owner CHECK (
        (player_id IS NOT NULL) = (kind IN ('wallet', 'stack'))
        AND (sitting_id IS NOT NULL) = (kind = 'stack')
        AND (hand_id IS NOT NULL) = (kind = 'pot'))
) STRICT;
CREATE UNIQUE INDEX accounts_house ON accounts (server_id) WHERE kind = 'house';
CREATE UNIQUE INDEX accounts_wallet ON accounts (player_id) WHERE kind = 'wallet';
CREATE UNIQUE INDEX accounts_stack ON accounts (sitting_id) WHERE sitting_id IS NOT NULL;
CREATE UNIQUE INDEX accounts_pot ON accounts (hand_id) WHERE hand_id IS NOT NULL;
CREATE INDEX accounts_of_player ON accounts (player_id) WHERE player_id IS NOT NULL;

CREATE TABLE transfers (
    transfer_id     INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id       INTEGER NOT NULL,
    debit           INTEGER NOT NULL,          -- the account that gives
    credit          INTEGER NOT NULL,          -- the account that receives
    amount          INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
    reason          TEXT NOT NULL,             -- a stable word
    note            TEXT NOT NULL DEFAULT '',
    actor_player_id INTEGER REFERENCES players (player_id),
    hand_id         INTEGER REFERENCES hands (hand_id),
    night_id        INTEGER,
    key             TEXT NOT NULL UNIQUE,      -- the same wish twice is one transfer
    at_ms           INTEGER NOT NULL,
    FOREIGN KEY (debit, server_id) REFERENCES accounts (account_id, server_id),
    FOREIGN KEY (credit, server_id) REFERENCES accounts (account_id, server_id),
    CHECK (debit <> credit)
) STRICT;
CREATE INDEX transfers_debit ON transfers (debit);
CREATE INDEX transfers_credit ON transfers (credit);
CREATE INDEX transfers_hand ON transfers (hand_id) WHERE hand_id IS NOT NULL;

-- The ledger -------------------------------------------------------------------------------------------

-- A REPLACE deletes without firing delete triggers, so it is caught before it begins.
CREATE TRIGGER transfers_no_replace BEFORE INSERT ON transfers
WHEN EXISTS (SELECT 1 FROM transfers WHERE key = NEW.key OR transfer_id = NEW.transfer_id)
BEGIN SELECT RAISE(ABORT, 'transfer_exists'); END;

CREATE TRIGGER transfers_move AFTER INSERT ON transfers
BEGIN
    UPDATE accounts SET balance = balance - NEW.amount WHERE account_id = NEW.debit;
    UPDATE accounts SET balance = balance + NEW.amount WHERE account_id = NEW.credit;
END;

CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers_are_immutable'); END;

CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers_are_immutable'); END;

CREATE TRIGGER accounts_start_empty BEFORE INSERT ON accounts
WHEN NEW.balance <> 0
BEGIN SELECT RAISE(ABORT, 'accounts_start_empty'); END;

CREATE TRIGGER accounts_no_replace BEFORE INSERT ON accounts
WHEN EXISTS (
    SELECT 1 FROM accounts WHERE account_id = NEW.account_id
    UNION ALL SELECT 1 FROM accounts WHERE NEW.kind = 'house' AND kind = 'house' AND server_id = NEW.server_id
    UNION ALL SELECT 1 FROM accounts WHERE NEW.kind = 'wallet' AND kind = 'wallet' AND player_id = NEW.player_id
    UNION ALL SELECT 1 FROM accounts WHERE sitting_id = NEW.sitting_id
    UNION ALL SELECT 1 FROM accounts WHERE hand_id = NEW.hand_id)
BEGIN SELECT RAISE(ABORT, 'account_exists'); END;

CREATE TRIGGER accounts_keep_their_owner
BEFORE UPDATE OF account_id, server_id, kind, player_id, sitting_id, hand_id ON accounts
BEGIN SELECT RAISE(ABORT, 'accounts_keep_their_owner'); END;

CREATE TRIGGER accounts_no_delete BEFORE DELETE ON accounts
BEGIN SELECT RAISE(ABORT, 'accounts_are_kept'); END;

-- Tables -----------------------------------------------------------------------------------------------

CREATE TRIGGER sittings_end_empty BEFORE UPDATE OF left_at_ms ON sittings
WHEN NEW.left_at_ms IS NOT NULL
     AND EXISTS (SELECT 1 FROM accounts WHERE sitting_id = NEW.sitting_id AND balance <> 0)
BEGIN SELECT RAISE(ABORT, 'stack_not_empty'); END;

CREATE TRIGGER sittings_end_once BEFORE UPDATE ON sittings
WHEN OLD.left_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'sitting_has_ended'); END;

CREATE TRIGGER tables_close_once BEFORE UPDATE OF state ON tables
WHEN OLD.state = 'closed'
BEGIN SELECT RAISE(ABORT, 'table_is_closed'); END;

CREATE TRIGGER tables_close_empty BEFORE UPDATE OF state ON tables
WHEN NEW.state = 'closed'
     AND (EXISTS (SELECT 1 FROM sittings WHERE table_id = NEW.table_id AND left_at_ms IS NULL)
          OR EXISTS (SELECT 1 FROM hands WHERE table_id = NEW.table_id
                     AND state IN ('committed', 'posting', 'dealt')))
BEGIN SELECT RAISE(ABORT, 'table_not_empty'); END;

-- Hands ------------------------------------------------------------------------------------------------

CREATE TRIGGER hands_move_forward BEFORE UPDATE ON hands
WHEN OLD.state || '>' || NEW.state NOT IN
     ('committed>posting', 'posting>dealt', 'dealt>over', 'committed>void', 'posting>void', 'dealt>void')
BEGIN SELECT RAISE(ABORT, 'hand_not_in_that_state'); END;

CREATE TRIGGER hands_keep_what_was_promised BEFORE UPDATE ON hands
WHEN NEW.hand_id <> OLD.hand_id OR NEW.table_id <> OLD.table_id OR NEW.number <> OLD.number
     OR NEW.nonce <> OLD.nonce OR NEW.commitment <> OLD.commitment
     OR NEW.message_id IS NOT coalesce(OLD.message_id, NEW.message_id)
     OR (OLD.state <> 'committed'
         AND (NEW.game IS NOT OLD.game OR NEW.options_json IS NOT OLD.options_json
              OR NEW.dealer IS NOT OLD.dealer OR NEW.seats_json IS NOT OLD.seats_json))
BEGIN SELECT RAISE(ABORT, 'hands_keep_what_was_promised'); END;

CREATE TRIGGER hands_no_replace BEFORE INSERT ON hands
WHEN EXISTS (SELECT 1 FROM hands WHERE hand_id = NEW.hand_id OR nonce = NEW.nonce
             OR (table_id = NEW.table_id AND number = NEW.number))
BEGIN SELECT RAISE(ABORT, 'hand_exists'); END;

CREATE TRIGGER hands_no_delete BEFORE DELETE ON hands
BEGIN SELECT RAISE(ABORT, 'hands_are_kept'); END;

CREATE TRIGGER hand_words_until_the_deal BEFORE INSERT ON hand_words
WHEN (SELECT state FROM hands WHERE hand_id = NEW.hand_id) <> 'committed'
BEGIN SELECT RAISE(ABORT, 'hand_not_in_that_state'); END;

CREATE TRIGGER hand_words_no_update BEFORE UPDATE ON hand_words
WHEN (SELECT state FROM hands WHERE hand_id = OLD.hand_id) <> 'committed'
BEGIN SELECT RAISE(ABORT, 'hand_not_in_that_state'); END;

CREATE TRIGGER hand_words_no_delete BEFORE DELETE ON hand_words
WHEN (SELECT state FROM hands WHERE hand_id = OLD.hand_id) <> 'committed'
BEGIN SELECT RAISE(ABORT, 'hand_not_in_that_state'); END;

CREATE TRIGGER hand_decks_in_order BEFORE INSERT ON hand_decks
WHEN (SELECT state FROM hands WHERE hand_id = NEW.hand_id) <> 'dealt'
     OR NEW.deck_number <> (SELECT count(*) FROM hand_decks WHERE hand_id = NEW.hand_id)
BEGIN SELECT RAISE(ABORT, 'not_the_next_deck'); END;

CREATE TRIGGER hand_decks_no_update BEFORE UPDATE ON hand_decks
BEGIN SELECT RAISE(ABORT, 'roots_are_immutable'); END;

CREATE TRIGGER hand_decks_no_delete BEFORE DELETE ON hand_decks
BEGIN SELECT RAISE(ABORT, 'roots_are_immutable'); END;

CREATE TRIGGER hand_actions_while_dealt BEFORE INSERT ON hand_actions
WHEN (SELECT state FROM hands WHERE hand_id = NEW.hand_id) <> 'dealt'
BEGIN SELECT RAISE(ABORT, 'hand_not_in_that_state'); END;

CREATE TRIGGER hand_actions_once_each BEFORE INSERT ON hand_actions
WHEN EXISTS (SELECT 1 FROM hand_actions WHERE hand_id = NEW.hand_id AND interaction_id = NEW.interaction_id)
BEGIN SELECT RAISE(ABORT, 'interaction_used'); END;

CREATE TRIGGER hand_actions_in_order BEFORE INSERT ON hand_actions
WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM hand_actions WHERE hand_id = NEW.hand_id)
BEGIN SELECT RAISE(ABORT, 'not_the_next_action'); END;

CREATE TRIGGER hand_actions_no_update BEFORE UPDATE ON hand_actions
BEGIN SELECT RAISE(ABORT, 'actions_are_immutable'); END;

CREATE TRIGGER hand_actions_no_delete BEFORE DELETE ON hand_actions
BEGIN SELECT RAISE(ABORT, 'actions_are_immutable'); END;
