import { readFileSync } from 'node:fs';

/** Of the process itself: libraries, the database, pipes of its threads, and what they write. */
const OWN_FILES = 128;
const FEWEST = 8;

/**
 * How many connections leave room for a file beside each of them, which an answer may need. Where a system does not say how
 * many files a process may open, as many as one likes.
 * @param limits as Linux says them, of this process
 */
export function connectionsWithFiles(limits = readLimits()): number {
  const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return most === undefined ? Infinity : Math.max(FEWEST, Math.floor((Number(most) - OWN_FILES) / 2));
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
