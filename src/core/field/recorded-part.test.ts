import { describe, expect, it } from 'vitest';
import type { Frame } from './frame.ts';
import { recordedFrames, recordedPart } from './recorded-part.ts';

const [WIDTH, HEIGHT] = [60, 48];

function frameOf(value: (x: number, y: number) => number): Frame {
  const samples = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    value(i % WIDTH, Math.floor(i / WIDTH)),
  );
  return { width: WIDTH, height: HEIGHT, samples, bitDepth: 32 };
}

/** Fringes and something like noise. */
const lit = (x: number, y: number) => 100 + 30 * Math.sin(0.9 * x + 0.4 * y) + ((x * 7919 + y * 104729) % 11);
const all = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const within = (x: number, y: number) => x >= 7 && x < 57 && y >= 4 && y < 43;

describe('recordedPart', () => {
  it.each([
    ['all of one value', 0],
    ['white', 255],
    ['dark and noisy', null],
  ])('leaves out sides that are %s, and the line that their edge may cut', (_, value) => {
    const side = (x: number, y: number) => value ?? (x * 31 + y * 17) % 4;
    const part = recordedPart(frameOf((x, y) => (within(x, y) ? lit(x, y) : side(x, y))));
    expect(part).toEqual({ x: 8, y: 5, width: 48, height: 37 });
  });

  it('leaves out the margins of a figure with words and ticks in them', () => {
    const isInk = (x: number, y: number) => (y === 46 && x > 20 && x < 32) || (x === 4 && y % 9 === 0);
    const part = recordedPart(frameOf((x, y) => (within(x, y) ? lit(x, y) : isInk(x, y) ? 0 : 255)));
    expect(part).toEqual({ x: 8, y: 5, width: 48, height: 37 });
  });

  it('takes a line that the edge lights in part for one of them', () => {
    const part = recordedPart(frameOf((x, y) => (x < 7 ? 0 : lit(x, y) * (x === 7 ? 0.4 : 1))));
    expect(part).toEqual({ x: 8, y: 0, width: WIDTH - 8, height: HEIGHT });
  });

  it.each([
    ['a frame that is lit all over', lit],
    ['an even beam beside fringes', (x: number) => 120 + Math.max(0, x - 12) * Math.cos(x)],
    // the edge of a blade: light is diffracted into its shadow
    ['a shadow', (x: number, y: number) => lit(x, y) / (1 + Math.exp((22 - x) / 2))],
    ['light that falls off', (x: number, y: number) => lit(x, y) * Math.exp(-(((x - 45) / 12) ** 2))],
    ['a side of more than a quarter', (x: number, y: number) => (x < 20 ? 0 : lit(x, y))],
    ['lines of which a third is full', (x: number, y: number) => (y < 9 && x % 3 === 0 ? 255 : lit(x, y))],
    [
      'what lies beside a round field',
      (x: number, y: number) => ((x - 30) ** 2 + (y - 24) ** 2 < 484 ? lit(x, y) : 255),
    ],
    ['one line of one value', (x: number, y: number) => (x === 0 ? 140 : lit(x, y))],
    ['fringes along the side, without noise', (_: number, y: number) => 100 + 50 * Math.cos(0.7 * y)],
  ])('leaves %s alone', (_, value) => {
    expect(recordedPart(frameOf(value))).toEqual(all);
  });

  it('goes by shares of the light, whatever its unit', () => {
    const dim = frameOf((x, y) => 1e-4 * (within(x, y) ? lit(x, y) : (x * 31 + y * 17) % 4));
    expect(recordedPart(dim)).toEqual({ x: 8, y: 5, width: 48, height: 37 });
  });

  it('says nothing of a frame that is dark, or of one value, all over', () => {
    for (const value of [0, 17]) expect(recordedPart(frameOf(() => value))).toEqual(all);
  });
});

describe('recordedFrames', () => {
  const hologram = frameOf((x, y) => (x < 7 ? 0 : lit(x, y)));

  it('takes of all frames what hologram and background both show', () => {
    const background = frameOf((x, y) => (y >= 43 ? 1 : lit(x + 1, y)));
    const further = frameOf(lit);
    const found = recordedFrames({ hologram, background, furtherFrames: [further] });
    const recorded = { x: 8, y: 0, width: WIDTH - 8, height: 42 };
    expect(found.hologram).toEqual({ ...hologram, recorded });
    expect(found.background).toEqual({ ...background, recorded });
    expect([...found.furtherFrames!]).toEqual([{ ...further, recorded }]);
    expect(recordedFrames(found)).toBe(found);
  });

  it('hands on frames of which too little would be left', () => {
    const narrow = (left: number) => {
      const samples = Float32Array.from({ length: 20 * 20 }, (_, i) => (i % 20 < left ? 0 : lit(i % 20, i)));
      const frames = {
        hologram: { width: 20, height: 20, samples, bitDepth: 32 },
        background: null,
      };
      return recordedFrames(frames) === frames;
    };
    // a line more than is dark is left out, and 16 pixels are the least
    expect([3, 4].map(narrow)).toEqual([false, true]);
  });

  it('hands on frames that are lit all over as they are', () => {
    const frames = { hologram: frameOf(lit), background: null };
    expect(recordedFrames(frames)).toBe(frames);
  });
});
