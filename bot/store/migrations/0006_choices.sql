-- What: a server's choices of how cards look, when pictures are drawn, and how long hands are kept.
-- When: 2026-11.
-- Why:  pictures cost bandwidth and hands are personal data: who runs a server decides about both.

ALTER TABLE servers ADD COLUMN four_colours INTEGER NOT NULL DEFAULT 0 CHECK (four_colours IN (0, 1));
ALTER TABLE servers ADD COLUMN pictures TEXT NOT NULL DEFAULT 'showdown' CHECK (pictures IN ('off', 'showdown', 'street'));
ALTER TABLE servers ADD COLUMN hands_kept_days INTEGER NOT NULL DEFAULT 0 CHECK (hands_kept_days BETWEEN 0 AND 3650);  -- 0: for ever
