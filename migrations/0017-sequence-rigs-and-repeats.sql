-- JSON of what a profile knew of the rig when the sequence was begun; NULL: none was asked for
ALTER TABLE sequences ADD COLUMN calibration TEXT;
-- how often a part of it was begun that somebody had begun before
ALTER TABLE sequences ADD COLUMN repeated INTEGER NOT NULL DEFAULT 0;
