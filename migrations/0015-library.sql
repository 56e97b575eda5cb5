-- what the owner of a result calls it; nothing of it is in the package. NULL: nothing, and so without an account
ALTER TABLE packages ADD COLUMN file_name TEXT;
ALTER TABLE packages ADD COLUMN sample TEXT;
ALTER TABLE packages ADD COLUMN note TEXT;

-- these three as they are looked through: in small letters
ALTER TABLE packages ADD COLUMN search_text TEXT;

-- JSON of KeyParameters, from the summary; NULL: the package is older than this column
ALTER TABLE packages ADD COLUMN parameters TEXT;
