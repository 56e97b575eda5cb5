-- the first picture of what a run is making, a PNG in base64; NULL: not yet, or no longer
ALTER TABLE runs ADD COLUMN picture TEXT;
