import { performance } from 'node:perf_hooks';
import type { LiveFrame } from '../../services/sequence/live-sequence.ts';
import type { Io } from '../command.ts';

/** What a person sees while frames come. */
export interface WatchLine {
  done(done: readonly LiveFrame[], waiting: number): void;
  warn(text: string): void;
  /** no more are taken */
  ending(waiting: number): void;
  finish(): void;
}

/** Where it isn't a terminal, a line is written so often. */
const LINE_EVERY_MS = 10_000;
const WRITE_EVERY_MS = 100;
/** The rate is that of the last seconds. */
const RATE_OVER_MS = 5000;

export function watchLine(
  { stdout, stderr }: Io,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): WatchLine {
  const recent: { readonly at: number; readonly frames: number }[] = [];
  let [frames, marked, written, shown] = [0, 0, -Infinity, ''];
  const every = stderr.isTTY ? WRITE_EVERY_MS : LINE_EVERY_MS;
  const write = (text: string): void => {
    shown = text;
    stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  };
  const rate = (now: number): string => {
    while (recent.length > 1 && recent[0]!.at < now - RATE_OVER_MS) recent.shift();
    const [first] = recent;
    const over = now - first!.at;
    return over > 0 ? `, ${((1000 * (frames - first!.frames)) / over).toFixed(1)} a second` : '';
  };
  const line = (now: number, waiting: number) =>
    `${frames} frames${marked > 0 ? `, ${marked} marked` : ''}${waiting > 0 ? `, ${waiting} waiting` : ''}${rate(now)}`;
  return {
    done(done, waiting) {
      const now = performance.now();
      frames += done.length;
      marked += done.filter(({ marks }) => marks.length > 0).length;
      recent.push({ at: now, frames });
      if (json) for (const frame of done) stdout.write(`${JSON.stringify(lineOf(frame))}\n`);
      if (quiet || now - written < every) return;
      written = now;
      write(line(now, waiting));
    },
    warn(text) {
      if (shown !== '' && stderr.isTTY) stderr.write('\r\x1b[K');
      stderr.write(`leith watch: ${text}\n`);
    },
    ending(waiting) {
      if (!quiet) write(`${frames} frames done, ${waiting} to do, then the package`);
    },
    finish() {
      if (!quiet && stderr.isTTY && shown !== '') stderr.write('\r\x1b[K');
    },
  };
}

function lineOf({ record, marks, ...frame }: LiveFrame): Record<string, unknown> {
  return { ...frame, ...record, flags: marks };
}
