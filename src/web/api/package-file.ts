import { answerTo } from './ask.ts';

/** Room for the directory of a result package, which has some twenty entries of less than 100 bytes. */
const TAIL_BYTES = 16_384;
const END_BYTES = 22;
const LOCAL_HEADER_BYTES = 30;

/** Where a file lies in a ZIP. */
interface Entry {
  readonly offset: number;
  readonly bytes: number;
  readonly stored: boolean;
}

/**
 * One file out of a package on the server, of which nothing else is fetched: result packages store their files as they
 * are, so two ranges of the ZIP suffice.
 * @returns null: the package has no such file, or none that is stored as it is
 * @throws Refused, Unreachable, Cancelled
 */
export async function fetchPackageFile(
  href: string,
  path: string,
  apiKey: string | null,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const part = async (range: string) => {
    const answer = await answerTo(href, { apiKey, headers: { range: `bytes=${range}` }, signal });
    return { bytes: new Uint8Array(await answer.arrayBuffer()), from: firstByte(answer) };
  };
  const tail = await part(`-${TAIL_BYTES}`);
  const entry = findEntry(tail.bytes, tail.from, path);
  if (!entry?.stored) return null;
  const header = LOCAL_HEADER_BYTES + path.length;
  const file = await part(`${entry.offset}-${entry.offset + header + entry.bytes - 1}`);
  return file.bytes.slice(header);
}

/** Of the whole file, the answer begins with this byte. */
function firstByte({ headers, status }: Response): number {
  if (status !== 206) return 0;
  return Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? 0);
}

/** @param from where in the ZIP its last bytes begin */
function findEntry(tail: Uint8Array, from: number, path: string): Entry | null {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const end = tail.byteLength - END_BYTES;
  let at = view.getUint32(end + 16, true) - from;
  if (at < 0) return null;
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    if (new TextDecoder().decode(tail.subarray(at + 46, at + 46 + name!)) === path) {
      return {
        offset: view.getUint32(at + 42, true),
        bytes: view.getUint32(at + 24, true),
        stored: view.getUint16(at + 10, true) === 0 && extra === 0,
      };
    }
    at += 46 + name! + extra! + comment!;
  }
  return null;
}
