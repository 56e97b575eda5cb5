-- when it is a run's turn, in a time that goes on as runs are begun: ms of computing that each requester is given
ALTER TABLE runs ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
CREATE INDEX runs_by_turn ON runs (status, turn);
CREATE INDEX runs_turn_of_requester ON runs (requester, turn);

-- how often a process died while it did the run: that is rarely the run's doing; attempts are those that it failed itself
ALTER TABLE runs ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;

-- when its bytes were removed; they may come back for a while, and are then removed again. NULL: they are still there
ALTER TABLE blob_removals ADD COLUMN removed_at TEXT;
