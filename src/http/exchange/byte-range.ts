import type { ByteRange } from '../../services/ports/blobs.ts';

/**
 * The part of a representation that a Range header asks for (RFC 9110 section 14). `null`: the whole, which is also
 * what forms that are not served here get (several ranges); `unsatisfiable`: nothing of it exists. By hand because
 * range-parser calls a suffix longer than the file, and a range that is not valid, unsatisfiable.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [first, last] = [match[1]!, match[2]!];
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
