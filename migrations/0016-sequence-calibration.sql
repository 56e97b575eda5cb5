-- JSON of what a profile knew of the rig when the sequence was begun; NULL: none was asked for
ALTER TABLE sequences ADD COLUMN calibration TEXT;
