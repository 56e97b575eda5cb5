import { crc32 } from 'node:zlib';
import type { Random } from '../../src/core/simulate/random.ts';
import type { SoundFile } from './sound-files.ts';

export interface MutatedFile {
  readonly name: string;
  /** what was done to it, in words */
  readonly done: string;
  readonly bytes: Uint8Array;
}

/** Numbers at which sums and products of sizes go wrong. */
const EDGES = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 4000, 4001, 65536, 0x7fffffff, 0x80000000, 0xffffffff];
/** Where headers are. */
const HEADER = 300;

const below = (random: Random, count: number): number => Math.floor(random.uniform() * count);

type Mutation = (bytes: Uint8Array, random: Random, others: readonly SoundFile[]) => Uint8Array;

const mutations: Readonly<Record<string, Mutation>> = {
  'bits flipped'(bytes, random) {
    const out = bytes.slice();
    for (let k = below(random, 12); k >= 0 && out.length > 0; k--) {
      out[below(random, out.length)]! ^= 1 << below(random, 8);
    }
    return out;
  },
  'bits flipped in the header'(bytes, random) {
    const out = bytes.slice();
    for (let k = below(random, 6); k >= 0 && out.length > 0; k--) {
      out[below(random, Math.min(HEADER, out.length))]! ^= 1 << below(random, 8);
    }
    return out;
  },
  'cut short': (bytes, random) => bytes.slice(0, below(random, bytes.length + 1)),
  'a size that is none'(bytes, random) {
    const out = bytes.slice();
    const view = new DataView(out.buffer);
    for (let k = below(random, 3); k >= 0 && out.length > 8; k--) {
      const at = below(random, Math.min(out.length, random.uniform() < 0.7 ? HEADER : Infinity) - 4);
      const value = EDGES[below(random, EDGES.length)]!;
      const wide = random.uniform() < 0.5;
      if (wide) view.setUint32(at, value, random.uniform() < 0.5);
      else view.setUint16(at, value & 0xffff, random.uniform() < 0.5);
    }
    return out;
  },
  'the header of another file'(bytes, random, others) {
    const other = others[below(random, others.length)]!.bytes;
    const length = below(random, HEADER);
    return joined(other.subarray(0, length), bytes.subarray(Math.min(length, bytes.length)));
  },
  'a piece of another file inside'(bytes, random, others) {
    const other = others[below(random, others.length)]!.bytes;
    const [at, from] = [below(random, bytes.length + 1), below(random, other.length)];
    return joined(
      bytes.subarray(0, at),
      other.subarray(from, from + below(random, 4096)),
      bytes.subarray(at),
    );
  },
  'a piece twice'(bytes, random) {
    const at = below(random, bytes.length + 1);
    const piece = bytes.subarray(at, at + below(random, 512));
    return joined(bytes.subarray(0, at), piece, bytes.subarray(at));
  },
  'a piece missing'(bytes, random) {
    const at = below(random, bytes.length + 1);
    return joined(bytes.subarray(0, at), bytes.subarray(at + below(random, 64)));
  },
  'other digits'(bytes, random) {
    const out = bytes.slice();
    const end = Math.min(out.length, 2000);
    for (let at = 0; at < end; at++) {
      const isDigit = out[at]! >= 0x30 && out[at]! <= 0x39;
      if (isDigit && random.uniform() < 0.3) out[at] = 0x30 + below(random, 10);
    }
    return out;
  },
  'a noisy end': (bytes, random) =>
    joined(
      bytes,
      Uint8Array.from({ length: below(random, 256) }, () => below(random, 256)),
    ),
};

/** The k-th mutated file of a seed's sequence. */
export function mutate(files: readonly SoundFile[], random: Random): MutatedFile {
  const file = files[below(random, files.length)]!;
  const names = Object.keys(mutations);
  const done: string[] = [];
  let bytes = file.bytes;
  for (let k = below(random, 2); k >= 0; k--) {
    const name = names[below(random, names.length)]!;
    bytes = mutations[name]!(bytes, random, files);
    done.push(name);
  }
  if (random.uniform() < 0.5 && mendChecksums(bytes)) done.push('checksums mended');
  return { name: file.name, done: done.join(', '), bytes };
}

/** A PNG whose chunks are right for what they hold: else every mutation ends at the first of them. */
function mendChecksums(bytes: Uint8Array): boolean {
  if (bytes.length < 8 || bytes[1] !== 0x50 || bytes[2] !== 0x4e) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length) break;
    view.setUint32(end, crc32(bytes.subarray(at + 4, end)));
    at = end + 4;
  }
  return true;
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}
