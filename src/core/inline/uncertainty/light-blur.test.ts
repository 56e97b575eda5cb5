import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { blurredDetail, leftOfLines } from './blurred-detail.ts';
import { bellOf } from './light-blur.ts';
import { windowAbout } from './spectrum-about.ts';
import { withThinParts } from './thin-parts.ts';

const kernels = await loadKernels();
const NOISE = 1e-4;

/** Power of 64 rings up to half a cycle per sample. */
function rings(of: (f: number) => number): Float64Array {
  return Float64Array.from({ length: 64 }, (_, r) => of((r + 0.5) / 128) + NOISE);
}
const squareOf = (width: number) => (2 * Math.PI * width) ** 2;
const blurred = (power: number, width: number, strength = 1) =>
  rings((f) => strength * f ** -power * Math.exp(-squareOf(width) * f * f));
const widthOf = (bell: number) => Math.sqrt(bell) / (2 * Math.PI);

describe('how wide light blurs a frame', () => {
  it.each([0, 1, 3])('is told of spectra that fall with the power %i of the frequency', (power) => {
    expect(widthOf(bellOf(kernels, [blurred(power, 0.7)], NOISE).bell)).toBeCloseTo(0.7, 2);
    expect(widthOf(bellOf(kernels, [blurred(power, 0)], NOISE).bell)).toBeLessThan(0.02);
  });

  it('is common to parts of different kinds, as far as each is shown', () => {
    const found = bellOf(kernels, [blurred(0, 0.8), blurred(3, 0.8, 1e-3)], NOISE);
    expect(widthOf(found.bell)).toBeCloseTo(0.8, 1);
    expect(found.ends[0]!.highest).toBeGreaterThan(found.ends[1]!.highest);
  });

  it('is nothing where a lens’s rim cuts a spectrum off', () => {
    const cut = rings((f) => f ** -2 * (f < 0.25 ? 1 : Math.exp(-(((f - 0.25) / 0.02) ** 2))));
    const found = bellOf(kernels, [cut], NOISE);
    expect(widthOf(found.bell)).toBeLessThan(0.05);
    expect(found.ends[0]!.cut).toBe(true);
    expect(Math.abs(found.ends[0]!.highest - 0.27)).toBeLessThan(0.03);
  });

  it('is not asked where noise is all there is, nor where spectra rise', () => {
    expect(bellOf(kernels, [rings(() => 0)], NOISE)).toMatchObject({ bell: 0, ends: [{ highest: 0 }] });
    expect(bellOf(kernels, [rings((f) => f)], NOISE).bell).toBe(0);
  });
});

const SIDE = 64;
const TILES = 16;

/** A field of a phase at each place. */
function fieldOf(scope: ReturnType<typeof kernels.scope>, phase: (y: number, x: number) => number) {
  const field = scope.complex(SIDE, SIDE);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) {
      const at = y * floatsPerRow(field) + inRow(x);
      [samples[at], samples[at + TO_IMAGINARY]] = [Math.cos(phase(y, x)), Math.sin(phase(y, x))];
    }
  return field;
}
const bell = (height: number, width: number) => (y: number, x: number) =>
  height * Math.exp(-((y - 30) ** 2 + (x - 30) ** 2) / (2 * width * width));

it('leaves of a blurred spot in doubt what undoing the blur adds to it', () => {
  using scope = kernels.scope();
  const field = fieldOf(scope, bell(0.02, 1.5));
  const sample = new Uint8Array(TILES * TILES);
  for (const y of [6, 7, 8]) for (const x of [6, 7, 8]) sample[y * TILES + x] = 1;
  const about = Array.from({ length: 49 }, (_, k) => (4 + Math.floor(k / 7)) * TILES + 4 + (k % 7));
  const part = { window: windowAbout(kernels, field, TILES, about), highest: 0.47, cut: false };
  const marked = { tiles: TILES, sample };
  const variance = blurredDetail(kernels, field, { width: 0.9, parts: [part] }, null, marked);
  // a spot of 1.2 px, seen with a bell of 0.9: 1.5² / 1.2² as high, and a quarter of a hundredth is beyond what samples hold
  expect(Math.sqrt(variance[7 * TILES + 7]!) / 0.02).toBeCloseTo(1.5 ** 2 / 1.2 ** 2 - 1, 1);
  expect(variance[0]).toBe(0);
  const within = blurredDetail(kernels, field, { width: 0.9, parts: [part] }, 0.05, marked);
  expect(within[7 * TILES + 7]).toBeLessThan(variance[7 * TILES + 7]! / 4);
});

it('marks tiles with a pixel that stands out, and none of chance', () => {
  using scope = kernels.scope();
  const noise = (y: number, x: number) => 0.01 * Math.sin(12.9898 * x + 78.233 * y);
  const none = { tiles: TILES, sample: new Uint8Array(TILES * TILES) };
  const calm = withThinParts(kernels, fieldOf(scope, noise), none);
  expect(calm).not.toContain(1);
  const spot = fieldOf(scope, (y, x) => noise(y, x) + (y === 30 && x === 30 ? 0.2 : 0));
  const marks = withThinParts(kernels, spot, none);
  expect([...marks.entries()].filter(([, mark]) => mark).map(([t]) => t)).toEqual([7 * TILES + 7]);
});

it('leaves of the height of a line what its bell does', () => {
  expect(leftOfLines(kernels, { width: 0 })).toBe(1);
  // wide against what samples hold: 1 / (√(2π) width)
  expect(leftOfLines(kernels, { width: 2 })).toBeCloseTo(1 / (Math.sqrt(2 * Math.PI) * 2), 3);
});
