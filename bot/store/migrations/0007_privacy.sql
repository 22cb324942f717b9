-- What: who has asked to be forgotten and still sits at a table; hands whose course is no longer kept.
-- When: 2026-11.
-- Why:  a wish to be forgotten must outlive the process, for it may have to wait for the end of a hand. What was
--       played in old hands (actions, words, roots) can be deleted when a server wants it; that the hand was
--       played, what it was promised and what it moved stays, so the books and the counts still hold.

CREATE TABLE farewells (
    player_id   INTEGER PRIMARY KEY REFERENCES players (player_id),
    asked_at_ms INTEGER NOT NULL
) STRICT;

ALTER TABLE hands ADD COLUMN emptied_at_ms INTEGER;  -- NULL: its course is kept
CREATE INDEX hands_kept ON hands (server_id, over_at_ms) WHERE emptied_at_ms IS NULL AND over_at_ms IS NOT NULL;

DROP TRIGGER hands_move_forward;
CREATE TRIGGER hands_move_forward BEFORE UPDATE ON hands
WHEN OLD.state || '>' || NEW.state NOT IN
     ('committed>posting', 'posting>dealt', 'dealt>over', 'committed>void', 'posting>void', 'dealt>void')
     AND NOT (OLD.state IN ('over', 'void') AND NEW.state = OLD.state
              AND OLD.emptied_at_ms IS NULL AND NEW.emptied_at_ms IS NOT NULL
              AND NEW.result_json IS OLD.result_json AND NEW.void_reason IS OLD.void_reason
              AND NEW.over_at_ms = OLD.over_at_ms)
BEGIN SELECT RAISE(ABORT, 'hand_not_in_that_state'); END;

DROP TRIGGER hand_words_no_delete;
CREATE TRIGGER hand_words_no_delete BEFORE DELETE ON hand_words
WHEN EXISTS (SELECT 1 FROM hands WHERE hand_id = OLD.hand_id AND state <> 'committed' AND emptied_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'hand_not_in_that_state'); END;

DROP TRIGGER hand_decks_no_delete;
CREATE TRIGGER hand_decks_no_delete BEFORE DELETE ON hand_decks
WHEN EXISTS (SELECT 1 FROM hands WHERE hand_id = OLD.hand_id AND emptied_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'roots_are_immutable'); END;

DROP TRIGGER hand_actions_no_delete;
CREATE TRIGGER hand_actions_no_delete BEFORE DELETE ON hand_actions
WHEN EXISTS (SELECT 1 FROM hands WHERE hand_id = OLD.hand_id AND emptied_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'actions_are_immutable'); END;
