import { answerCrumbled } from './client-error.ts';
import type { WithAll } from './with-all-requests.ts';

/** Bytes: clients that stream fill at least some lines, and each chunk costs Node as much as kilobytes of them. */
const LEAST_MEAN = 64;
/** So many chunks may be of any size. */
const ANY = 4096;

/**
 * Ends chunked bodies that come in crumbs: six bytes a chunk are enough to keep the event loop busy by a megabyte per
 * second, for everybody.
 */
export function tinyPieces(baseUrl: string): WithAll {
  return {
    comesIn({ raw, id }) {
      if (raw.headers['transfer-encoding'] === undefined) return;
      let chunks = 0;
      let bytes = 0;
      const count = (chunk: Uint8Array): void => {
        chunks += 1;
        bytes += chunk.byteLength;
        if (chunks <= ANY || bytes >= chunks * LEAST_MEAN) return;
        raw.off('data', count);
        answerCrumbled(raw.socket, id, baseUrl);
      };
      // whoever reads it begins; what Node throws away unread costs a tenth, and nobody hears of it
      raw.once('resume', () => raw.on('data', count));
    },
  };
}
