import { Inflate, Unzlib } from 'fflate';
import { NotReadHere } from '../../formats/decode/samples/refusals.ts';

/*
 * Stands in for src/formats/decode/samples/inflate.ts where the page is built (vite.config.ts): the same functions without
 * Node. Each throws on damaged input and on output beyond `maxBytes`.
 */

/** A bomb is noticed after this many compressed bytes, which inflate to at most 1030 times as many. */
const STEP = 32 * 1024;

export function inflateZlib(input: Uint8Array, maxBytes: number): Uint8Array {
  return inflated(new Unzlib(), input, maxBytes);
}

export function inflateRaw(input: Uint8Array, maxBytes: number): Uint8Array {
  return inflated(new Inflate(), input, maxBytes);
}

let Unzstd: (new () => Stream) | null = null;

/** Zstandard is rare in cameras' files: what unpacks it is fetched for the first one. To be awaited before it is used. */
export async function loadZstd(): Promise<void> {
  Unzstd ??= await import('./zstd.ts').then(
    ({ Decompress }) => Decompress,
    // the decoder says what is missing, below
    () => null,
  );
}

/** A checksum, where there is one, is not compared. */
export function inflateZstd(input: Uint8Array, maxBytes: number): Uint8Array {
  if (Unzstd) return inflated(new Unzstd(), input, maxBytes);
  throw new NotReadHere(
    'The part of this page that reads Zstandard could not be loaded, so the frame is not shown. The service reads it.',
  );
}

/** What the first bytes of a deflate stream, cut anywhere, inflate to. */
export function inflateRawBeginning(input: Uint8Array): Uint8Array {
  const stream = new Inflate();
  const chunks: Uint8Array[] = [];
  stream.ondata = (chunk) => void chunks.push(chunk);
  stream.push(input, false);
  const found = joined(chunks);
  return found.length === 0 && isStored(input) ? input.slice(STORED_HEADER) : found;
}

/** A block of bytes that could not be packed (RFC 1951, 3.2.4), which fflate gives out only when it has all of it. */
const STORED_HEADER = 5;
const isStored = (deflated: Uint8Array) => deflated.length > STORED_HEADER && (deflated[0]! & 0b110) === 0;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** @param before of the bytes that come before these */
export function crc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before;
  for (let i = 0; i < bytes.length; i++) rest = table[(rest ^ bytes[i]!) & 255]! ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/** What fflate and fzstd have in common. */
interface Stream {
  ondata(chunk: Uint8Array, final?: boolean): void;
  push(chunk: Uint8Array, final: boolean): void;
}

function inflated(stream: Stream, input: Uint8Array, maxBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  let ended = false;
  stream.ondata = (chunk, final) => {
    total += chunk.length;
    ended ||= final === true;
    if (total > maxBytes) throw new RangeError('more output than expected');
    chunks.push(chunk);
  };
  for (let at = 0; at < input.length; at += STEP) {
    stream.push(input.subarray(at, at + STEP), at + STEP >= input.length);
  }
  if (!ended) throw new RangeError('the stream is cut short');
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
