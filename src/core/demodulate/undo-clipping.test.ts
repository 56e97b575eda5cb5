import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { measureFrame } from '../sideband/measure-frame.ts';
import { findSideband } from '../sideband/sideband.ts';
import { Random } from '../simulate/random.ts';
import type { CameraImage } from '../field/camera.ts';
import type { NativeField } from './demodulate.ts';
import { demodulatePair, NOISE_TILES } from './demodulate-pair.ts';
import { demodulationSettings } from './demodulation-settings.ts';
import { undoClipping } from './undo-clipping.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 192;
/** Of both the whole and the cut fringes: two thirds of a level of uniform noise. */
const DITHER = 1;

interface Fringes {
  /** the left half's light over the right half's */
  readonly brightness: number;
  /** what the camera takes, counts */
  readonly full: number;
  readonly carrier?: { readonly x: number; readonly y: number };
}

function demodulated({ brightness, full, carrier = { x: 0.23, y: 0.11 } }: Fringes) {
  const random = Random.from(1);
  const samples = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const light = x < SIDE / 2 ? brightness : 1;
    const fringe = 1 + 0.6 * Math.cos(2 * Math.PI * (carrier.x * x + carrier.y * y));
    return Math.min(full, Math.round(60 * light * fringe + random.between(-DITHER, DITHER)));
  });
  using scope = kernels.scope();
  const frame = { width: SIDE, height: SIDE, bitDepth: 8, samples };
  const measured = measureFrame(kernels, scope, frame, 'hologram');
  const found = findSideband(kernels, measured.spectrum, measured.image);
  const sideband = { ...found, carrier };
  const { field, clipped } = demodulatePair(kernels, scope, measured, null, sideband);
  const values = kernels.floats(field.plane.ptr, floatsIn(field.plane));
  /** Mean amplitude, and variance of the phase about its mean, around a share of the frame's width. */
  const at = (share: number) => {
    const phases: number[] = [];
    let amplitude = 0;
    for (let row = 20; row < field.rows - 20; row++)
      for (let col = -4; col <= 4; col++) {
        const k = row * floatsPerRow(field.plane) + inRow(Math.floor(share * field.cols) + col);
        const [re, im] = [values[k]!, values[k + TO_IMAGINARY]!];
        amplitude += Math.hypot(re, im);
        phases.push(Math.atan2(im, re));
      }
    const mean = phases.reduce((a, b) => a + b, 0) / phases.length;
    const variance = phases.reduce((a, b) => a + (b - mean) ** 2, 0) / phases.length;
    return { amplitude: amplitude / phases.length, variance };
  };
  return { bright: at(0.25), dim: at(0.75), clipped };
}

/** Of the tiles a quarter of the width from the left, less those at the edges. */
function around(map: Float64Array): number {
  const tiles = [4, 5, 6, 7].map((row) => map[row * NOISE_TILES + NOISE_TILES / 4]!);
  return tiles.reduce((a, b) => a + b, 0) / tiles.length;
}

it('gives fringes back what full pixels took, and nothing to those that are whole', () => {
  const whole = demodulated({ brightness: 2.2, full: 255 });
  if (whole.clipped) expect(Math.max(...whole.clipped.raised)).toBeLessThan(1 + 1e-3);
  expect(whole.bright.amplitude).toBeCloseTo(0.6 * 60 * 2.2 * 0.5, 0);
  // 132 ± 79 counts, of which the camera takes 165: more than a third of each period is lost, and a third of the fringes' amplitude
  const cut = demodulated({ brightness: 2.2, full: 165 });
  expect(cut.clipped).not.toBeNull();
  expect(cut.bright.amplitude / whole.bright.amplitude).toBeGreaterThan(0.93);
  expect(cut.bright.amplitude / whole.bright.amplitude).toBeLessThan(1.07);
  expect(cut.dim.amplitude / whole.dim.amplitude).toBeGreaterThan(0.98);
  expect(cut.dim.amplitude / whole.dim.amplitude).toBeLessThan(1.02);
});

it('gives a spot of few full pixels back what they took, as it decides on the bead that gathered its light there', () => {
  /** Fringes that are brighter in a spot four pixels across. */
  const inSpot = (full: number, leastClipped = demodulationSettings.leastClipped) => {
    using scope = kernels.scope();
    const random = Random.from(2);
    const samples = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
      const far = ((x - SIDE / 2) ** 2 + (y - SIDE / 2) ** 2) / 64;
      const light = 60 * (1 + 1.8 * Math.exp(-far));
      const fringe = 1 + 0.6 * Math.cos(2 * Math.PI * (0.23 * x + 0.11 * y));
      return Math.min(full, Math.round(light * fringe + random.between(-DITHER, DITHER)));
    });
    const measured = measureFrame(kernels, scope, { width: SIDE, height: SIDE, bitDepth: 16, samples }, 'h');
    const found = findSideband(kernels, measured.spectrum, measured.image);
    const sideband = { ...found, carrier: { x: 0.23, y: 0.11 } };
    const settings = { ...demodulationSettings, leastClipped };
    const { field, clipped } = demodulatePair(kernels, scope, measured, null, sideband, settings);
    const values = kernels.floats(field.plane.ptr, floatsIn(field.plane));
    const at = Math.round(SIDE / 2 / field.stepY) * floatsPerRow(field.plane);
    const k = at + inRow(Math.round(SIDE / 2 / field.stepX));
    const modulus = Math.hypot(values[k]!, values[k + TO_IMAGINARY]!);
    return { modulus, clipped, full: samples.filter((v) => v === full).length };
  };
  const whole = inSpot(300);
  const cut = inSpot(215);
  expect(whole.clipped).toBeNull();
  expect(cut.full).toBeGreaterThan(9);
  expect(cut.full / SIDE ** 2).toBeLessThan(1e-3);
  expect(cut.clipped).not.toBeNull();
  const lost = (of: { readonly modulus: number }) => 1 - of.modulus / whole.modulus;
  expect(lost(cut)).toBeLessThan(0.5 * lost(inSpot(215, Infinity)));
});

it('says that the phase lost next to nothing where no harmonic passes the filter', () => {
  const { bright, clipped } = demodulated({ brightness: 2.2, full: 165 });
  expect(Math.sqrt(Math.max(...clipped!.beside)) / bright.amplitude).toBeLessThan(0.02);
  expect(Math.sqrt(bright.variance)).toBeLessThan(0.02);
  // 0.36 of each period is full: noise of the rest, with fringes of 0.76
  expect(around(clipped!.raised)).toBeGreaterThan(1.05);
  expect(around(clipped!.raised)).toBeLessThan(1.2);
});

it('says what a harmonic does to the phase that aliasing carries into the filter', () => {
  // twice the carrier's frequency, downwards, is 0.02 cycles per pixel off the carrier
  const { bright, clipped } = demodulated({ brightness: 2.2, full: 165, carrier: { x: 0.338, y: 0.005 } });
  const stated = around(clipped!.beside) / (2 * bright.amplitude * bright.amplitude);
  expect(Math.sqrt(bright.variance)).toBeGreaterThan(0.05);
  // about three pixels a period are few phases to count full ones by, and exactly three too few
  expect(bright.variance / stated).toBeGreaterThan(0.5);
  expect(bright.variance / stated).toBeLessThan(1.25);
});

it('says that nothing is known where hardly anything of a fringe is left', () => {
  // 330 ± 198 counts, of which the camera takes 165
  const { bright, clipped } = demodulated({ brightness: 5.5, full: 165 });
  expect(around(clipped!.beside) / (bright.amplitude * bright.amplitude)).toBeGreaterThan(0.5);
});

it('gives back what four fifths of full pixels took, and no more where there are more', () => {
  const grown = (share: number) => {
    using scope = kernels.scope();
    const plane = scope.real(10, 10);
    const values = kernels.floats(plane.ptr, 10 * plane.pitch);
    for (let k = 0; k < 100; k += 1)
      values[Math.floor(k / 10) * plane.pitch + (k % 10)] = k < 100 * share ? 255 : 0;
    const image = { plane, maximum: 255, minimum: 0, fractionAtMaximum: share } as Partial<CameraImage>;
    // all of it is one sample
    const field = { plane: scope.complex(1, 1), rows: 1, cols: 1, stepX: 100, stepY: 100 };
    const sample = kernels.floats(field.plane.ptr, floatsIn(field.plane));
    sample[inRow(0)] = 1;
    const band = { carrier: { x: 0.23, y: 0.11 }, stopRadius: 0.05 };
    undoClipping(kernels, image as CameraImage, field as NativeField, band, demodulationSettings);
    return sample[inRow(0)]!;
  };
  const by = (share: number) => 1 / (1 - share + Math.sin(2 * Math.PI * share) / (2 * Math.PI));
  expect(grown(0.76) / by(0.76)).toBeCloseTo(1, 5);
  expect(grown(0.84) / by(0.8)).toBeCloseTo(1, 5);
});
