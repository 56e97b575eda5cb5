import type { Samples } from '../../../core/field/frame.ts';
import { unsupported } from './refusals.ts';

/** Which of a colour frame's channels holds the hologram. */
export const channels = ['red', 'green', 'blue'] as const;
export type Channel = (typeof channels)[number];

/** How the samples of a pixel lie: beside each other, or each colour in a plane of its own. */
export interface ColourLayout {
  readonly width: number;
  /** 1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGBA) */
  readonly count: number;
  /** samples from one pixel to the next */
  readonly stride: number;
  /** samples from a pixel's red to its green */
  readonly step: number;
}

/** Pixel by pixel, as pictures have them. */
export function interleaved(count: number, width: number): ColourLayout {
  return { width, count, stride: count, step: 1 };
}

/**
 * One grey sample per pixel. Nothing is weighted: without a channel all three must be equal, or the frame is refused with
 * which of them probably holds the fringes. Alpha must be fully opaque.
 * @param channel of a frame in colour; null: it is to be grey
 * @throws Problem HOLOGRAM_UNSUPPORTED
 */
export function greyOf<T extends Samples>(data: T, layout: ColourLayout, channel: Channel | null = null): T {
  const { count, stride, step } = layout;
  if (count === 1) return data;
  const pixels = data.length / count;
  const hasAlpha = count === 2 || count === 4;
  if (hasAlpha) refuseTransparency(data, layout, pixels);
  if (count > 2 && channel === null) refuseColour(data, layout, pixels);
  const grey = data.slice(0, pixels) as T;
  const from = count > 2 && channel !== null ? channels.indexOf(channel) * step : 0;
  for (let i = 0, at = from; i < pixels; i++, at += stride) grey[i] = data[at]!;
  return grey;
}

function refuseTransparency(data: Samples, { count, stride, step }: ColourLayout, pixels: number): void {
  const opaque = data instanceof Uint8Array ? 0xff : data instanceof Uint16Array ? 0xffff : 1;
  for (let i = 0, at = (count - 1) * step; i < pixels; i++, at += stride) {
    if (data[at] === opaque) continue;
    throw unsupported('The frame has transparent pixels. Save it as grey, without an alpha channel.');
  }
}

function refuseColour(data: Samples, layout: ColourLayout, pixels: number): void {
  const { width, stride, step } = layout;
  for (let i = 0, at = 0; i < pixels; i++, at += stride) {
    const rgb = [data[at]!, data[at + step]!, data[at + 2 * step]!];
    if (rgb[1] === rgb[0] && rgb[2] === rgb[0]) continue;
    const busiest = busiestChannel(data, layout, pixels);
    throw unsupported(
      `The frame is in colour: at column ${i % width}, row ${Math.floor(i / width)} red, green and blue are ${rgb.join(', ')}. ` +
        `The ${busiest} channel varies most from pixel to pixel, so it probably holds the fringes: take it with ` +
        `channel=${busiest}, or save the raw camera frame as grey.`,
    );
  }
}

/** The channel whose neighbouring pixels differ most: fringes do, and light of another colour has none. */
function busiestChannel(data: Samples, { stride, step }: ColourLayout, pixels: number): Channel {
  const sums = channels.map((_, c) => {
    let sum = 0;
    for (let i = 1, at = c * step + stride; i < pixels; i++, at += stride)
      sum += Math.abs(data[at]! - data[at - stride]!);
    return sum;
  });
  return channels[sums.indexOf(Math.max(...sums))]!;
}
