import { unreadable } from '../samples/refusals.ts';

const clearCode = 256;
const endCode = 257;
const firstFree = 258;
const maxCodes = 4096;

/**
 * TIFF's LZW (TIFF 6.0 section 13: high bits first, code width grown one code early) until `target` is full.
 * A string of the table is always one that was written before, so the table keeps places in the output.
 */
export function decodeLzw(input: Uint8Array, target: Uint8Array): void {
  if (input[0] === 0 && (input[1]! & 1) === 1) {
    throw unreadable('The TIFF uses the LZW of before 1992, with its bits in reverse. Save it again.');
  }
  const starts = new Int32Array(maxCodes);
  const lengths = new Int32Array(maxCodes);
  let next = firstFree;
  let width = 9;
  let bits = 0;
  let bitCount = 0;
  let written = 0;
  let previousStart = -1;
  let previousLength = 0;
  for (let at = 0; written < target.length;) {
    while (bitCount < width) {
      if (at === input.length) throw damaged();
      bits = ((bits << 8) | input[at++]!) & 0xffffff;
      bitCount += 8;
    }
    bitCount -= width;
    const code = (bits >>> bitCount) & ((1 << width) - 1);
    if (code === endCode) throw damaged();
    if (code === clearCode) {
      next = firstFree;
      width = 9;
      previousStart = -1;
      continue;
    }
    const start = written;
    if (previousStart >= 0 && next < maxCodes) {
      // The previous string and the byte that is about to follow it lie next to each other in the output.
      starts[next] = previousStart;
      lengths[next] = previousLength + 1;
      next++;
    }
    if (code < clearCode) {
      target[written++] = code;
    } else {
      if (code >= next || previousStart < 0) throw damaged();
      const end = Math.min(written + lengths[code]!, target.length);
      for (let from = starts[code]!; written < end;) target[written++] = target[from++]!;
    }
    previousStart = start;
    previousLength = written - start;
    if (next + 1 >= 1 << width && width < 12) width++;
  }
}

function damaged(): Error {
  return unreadable('The LZW data of the TIFF is damaged or cut short. Export or upload it again.');
}
