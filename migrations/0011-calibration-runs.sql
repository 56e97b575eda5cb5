-- what a run that calibrates leaves instead of a result; NULL: it reconstructs
ALTER TABLE runs ADD COLUMN profile_id TEXT;
