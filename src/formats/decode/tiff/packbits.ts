import { unreadable } from '../samples/refusals.ts';

/** Apple's run-length code (TIFF 6.0 section 9) until `target` is full. */
export function decodePackBits(input: Uint8Array, target: Uint8Array): void {
  let written = 0;
  for (let at = 0; written < target.length;) {
    if (at + 1 >= input.length) throw damaged();
    const header = input[at++]!;
    if (header === 128) continue;
    if (header < 128) {
      const literal = input.subarray(at, at + header + 1);
      if (literal.length <= header) throw damaged();
      target.set(literal.subarray(0, target.length - written), written);
      at += literal.length;
      written += literal.length;
    } else {
      const end = written + 257 - header;
      target.fill(input[at++]!, written, end);
      written = end;
    }
  }
}

function damaged(): Error {
  return unreadable('The PackBits data of the TIFF is damaged or cut short. Export or upload it again.');
}
