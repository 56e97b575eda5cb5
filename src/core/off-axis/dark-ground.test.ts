// @module-tag further/rig
import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { recordSample } from '../../../test/second-simulator/record-sample.ts';
import type { SampleRig, Smooth } from '../../../test/second-simulator/sample-rig.ts';
import { sampleCase } from '../../../test/second-simulator/sample-rigs.ts';
import type { Sample } from '../../../test/second-simulator/samples.ts';
import { oneIn } from '../../../test/short-form.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';

const kernels = await loadKernels();
const SIDE = 192;
const pitch_um = 3.45;
const wavelength_um = 0.6328;

/** Bars and discs cut into a plate, empty: nothing of the light's phase is the sample's. */
const holes: Sample = [
  { x: -45, y: -38, reach: 23, isHole: true, phase: (x, y) => (Math.hypot(x, y) < 21 ? 1e-9 : 0) },
  { x: 38, y: -30, reach: 30, isHole: true, phase: (x, y) => bar(x, y, 7, 30) },
  { x: 60, y: -30, reach: 30, isHole: true, phase: (x, y) => bar(x, y, 7, 30) },
  { x: 8, y: 45, reach: 45, isHole: true, phase: (x, y) => bar(x, y, 45, 9) },
];
const bar = (x: number, y: number, a: number, b: number) => (Math.abs(x) < a && Math.abs(y) < b ? 1e-9 : 0);

/** @param z px */
function recorded(z: number, bend: Smooth) {
  const { rig: usual } = sampleCase('nothing but optics', 31);
  const rig: SampleRig = {
    ...{ ...usual, width: SIDE, height: SIDE, sample: holes, z, wavelength: wavelength_um / pitch_um },
    ...{ carrier: [0.22, 0.19], pupil: 0.11, lens: [], phaseAtSensor: bend },
    camera: { ...usual.camera, electrons: 8000, bits: 12 },
  };
  const { hologram, truth } = recordSample(rig, null);
  const { width, height, samples, bits } = hologram;
  const frame = { width, height, samples, bitDepth: bits };
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um: pitch_um },
    ...{ magnification: 1, z_mm: (z * pitch_um) / 1000 },
  });
  const found = reconstruct(kernels, { hologram: frame, background: null }, recipe);
  return { found, truth };
}

/** |mean of exp(i phase)| over the holes: 1 where all of them are flat, and alike but for whole turns. */
function flatness({ found, truth }: ReturnType<typeof recorded>): number {
  let [re, im, count] = [0, 0, 0];
  for (const [at, amplitude] of truth.amplitude.entries()) {
    if (amplitude < 0.9) continue;
    re += Math.cos(found.phase.data[at]!);
    im += Math.sin(found.phase.data[at]!);
    count += 1;
  }
  return Math.hypot(re, im) / count;
}

/** Of the amplitude that was found with that which is true. */
function correlation({ found, truth }: ReturnType<typeof recorded>): number {
  const [a, b] = [Array.from(found.amplitude.data), Array.from(truth.amplitude)];
  const mean = (values: readonly number[]) => values.reduce((x, y) => x + y, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  const sum = (of: (at: number) => number) => a.reduce((s, _, at) => s + of(at), 0);
  const both = sum((at) => (a[at]! - ma) * (b[at]! - mb));
  return both / Math.sqrt(sum((at) => (a[at]! - ma) ** 2) * sum((at) => (b[at]! - mb) ** 2));
}

describe('holes in a plate', () => {
  // a surface fitted to what the holes send past themselves moved the picture and left ramps in it, stated to 0.02 rad
  const cases: readonly (readonly [string, number, Smooth])[] = [
    ['in focus', 0, []],
    ['out of focus', 3500, []],
    [
      'out of focus, with a reference that is curved',
      3500,
      [
        [2, 0, 4],
        [0, 2, 3],
      ],
    ],
  ];
  it.each(oneIn(3, cases, 1))('%s come out where they are, and flat', (_, z, bend) => {
    const run = recorded(z, bend);
    expect(correlation(run)).toBeGreaterThan(0.99);
    expect(flatness(run)).toBeGreaterThan(0.99);
  });
});
