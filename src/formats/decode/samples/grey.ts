import { unsupported } from './refusals.ts';

type Interleaved = Uint8Array | Uint16Array;

/**
 * One grey sample per pixel out of 1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGBA) interleaved ones.
 * Nothing is weighted: colour must be equal in all three channels and alpha fully opaque, else the frame is refused.
 */
export function greyOf(data: Interleaved, channels: number, width: number): Interleaved {
  if (channels === 1) return data;
  const opaque = data.BYTES_PER_ELEMENT === 1 ? 0xff : 0xffff;
  const hasAlpha = channels === 2 || channels === 4;
  const count = data.length / channels;
  const grey = data.BYTES_PER_ELEMENT === 1 ? new Uint8Array(count) : new Uint16Array(count);
  for (let i = 0, at = 0; i < count; i++, at += channels) {
    const value = data[at]!;
    if (channels > 2 && (data[at + 1] !== value || data[at + 2] !== value)) {
      throw colourRefusal([value, data[at + 1]!, data[at + 2]!], i % width, Math.floor(i / width));
    }
    if (hasAlpha && data[at + channels - 1] !== opaque) {
      throw unsupported('The frame has transparent pixels. Save it as grey, without an alpha channel.');
    }
    grey[i] = value;
  }
  return grey;
}

function colourRefusal(rgb: number[], x: number, y: number): Error {
  return unsupported(
    `The frame is in colour: at column ${x}, row ${y} red, green and blue are ${rgb.join(', ')}. ` +
      'Save the raw camera frame as grey, or the one colour channel that holds the hologram.',
  );
}
