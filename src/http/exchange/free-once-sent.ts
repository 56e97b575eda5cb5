import type { EventEmitter } from 'node:events';

/**
 * Frees the memory of an answer as soon as all of it is with the system, so that it does not have to be swept, for which
 * everything else would be looked through. Where the client leaves before, it is swept.
 * @param response says `finish` then
 * @param chunks nobody uses them afterwards; those that share their memory with others are left alone
 */
export function freeOnceSent(
  response: Pick<EventEmitter, 'once'>,
  chunks: readonly Uint8Array<ArrayBufferLike>[],
): void {
  const memory = own(chunks);
  response.once('finish', () => free(memory));
}

/** Frees the memory of bytes that nobody uses any more; what others share is left alone. */
export function freeNow(chunks: readonly Uint8Array<ArrayBufferLike>[]): void {
  free(own(chunks));
}

function own(chunks: readonly Uint8Array<ArrayBufferLike>[]): Set<ArrayBufferLike> {
  return new Set(
    chunks.filter(({ byteLength, buffer }) => byteLength === buffer.byteLength).map(({ buffer }) => buffer),
  );
}

/** What the system takes about a millisecond to take back. */
const TURN_BYTES = 4 * 1024 * 1024;

/** A large package takes it more than 10 ms altogether: others get their turn in between. */
function free(memory: ReadonlySet<ArrayBufferLike>): void {
  const left = [...memory].filter((each) => each instanceof ArrayBuffer);
  const goOn = (): void => {
    for (let bytes = 0; bytes < TURN_BYTES && left.length > 0;) {
      const each = left.pop()!;
      bytes += each.byteLength;
      if (!each.detached) each.transfer(0);
    }
    if (left.length > 0) setImmediate(goOn);
  };
  goOn();
}
