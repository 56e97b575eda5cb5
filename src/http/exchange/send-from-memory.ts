import { Readable } from 'node:stream';
import { freeNow } from './free-once-sent.ts';

/** So long bytes wait in memory for a client to take them; most have all of them long before. */
const HOLD_MS = 5000;
const PIECE_BYTES = 1024 * 1024;

export interface HeldBytes {
  /** Taken out one after the other: when this is empty, nothing holds the memory any more. */
  readonly chunks: Uint8Array[];
  /** Called once, when the memory is given up, whatever the reason. */
  release(): void;
  /** The same bytes from this position on, from where they are stored; null: they are gone. */
  readRest(start: number): Promise<Readable | null>;
  readonly holdMs?: number;
}

/**
 * Sends bytes that are in memory, as long as they are taken quickly; the rest comes from where they are stored. So a
 * slow reader costs a connection, and not the memory of a result.
 */
export function sendFromMemory(held: HeldBytes): Readable {
  const { chunks, holdMs = HOLD_MS } = held;
  let isHeld = true;
  const giveUp = (): void => {
    clearTimeout(timer);
    if (!isHeld) return;
    isHeld = false;
    // the one that is being sent has been taken out
    freeNow(chunks);
    chunks.length = 0;
    held.release();
  };
  const timer = setTimeout(giveUp, holdMs);
  timer.unref();
  const stream = Readable.from(
    pieces(held, () => isHeld),
    { objectMode: false, highWaterMark: 1 },
  );
  stream.once('close', giveUp);
  return stream;
}

async function* pieces(
  { chunks, readRest }: HeldBytes,
  isHeld: () => boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  let sent = 0;
  let rest = chunks.shift();
  while (rest) {
    const piece = rest.subarray(0, PIECE_BYTES);
    rest = rest.byteLength > PIECE_BYTES ? rest.subarray(PIECE_BYTES) : chunks.shift();
    sent += piece.byteLength;
    yield piece;
    if (!isHeld()) rest = undefined;
  }
  if (isHeld()) return;
  const stored = await readRest(sent);
  if (!stored) throw new Error('the bytes have been deleted while they were sent');
  yield* stored as AsyncIterable<Uint8Array>;
}
