import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { measureFrame } from '../sideband/measure-frame.ts';
import { findSideband } from '../sideband/sideband.ts';
import { Random } from '../simulate/random.ts';
import { demodulatePair } from './demodulate-pair.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 192;

/** Mean amplitude in the middle of either half, and what was given back; the left half's light is brighter than the camera takes. */
function demodulated(brightness: number, full: number) {
  const random = Random.from(1);
  const samples = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const light = x < SIDE / 2 ? brightness : 1;
    const fringe = 1 + 0.6 * Math.cos(2 * Math.PI * (0.23 * x + 0.11 * y));
    return Math.min(full, Math.round(60 * light * fringe + random.between(-4, 4)));
  });
  using scope = kernels.scope();
  const frame = { width: SIDE, height: SIDE, bitDepth: 8, samples };
  const measured = measureFrame(kernels, scope, frame, 'hologram');
  const sideband = findSideband(kernels, measured.spectrum, measured.image);
  const { field, clipped } = demodulatePair(kernels, scope, measured, null, sideband);
  const values = kernels.floats(field.plane.ptr, floatsIn(field.plane));
  const at = (share: number) => {
    let [sum, count] = [0, 0];
    for (let row = 20; row < field.rows - 20; row++)
      for (let col = -4; col <= 4; col++) {
        const k = row * floatsPerRow(field.plane) + inRow(Math.floor(share * field.cols) + col);
        sum += Math.hypot(values[k]!, values[k + TO_IMAGINARY]!);
        count++;
      }
    return sum / count;
  };
  return { bright: at(0.25), dim: at(0.75), clipped };
}

it('gives fringes back what full pixels took, and nothing to those that are whole', () => {
  const whole = demodulated(2.2, 255);
  expect(Math.max(...(whole.clipped ?? [0]))).toBeLessThan(1e-3);
  expect(whole.bright).toBeCloseTo(0.6 * 60 * 2.2 * 0.5, 0);
  // 132 ± 79 counts, of which the camera takes 165: more than a third of each period is lost, and a third of the fringes' amplitude
  const cut = demodulated(2.2, 165);
  expect(cut.clipped).not.toBeNull();
  expect(cut.bright / whole.bright).toBeGreaterThan(0.93);
  expect(cut.bright / whole.bright).toBeLessThan(1.07);
  expect(cut.dim / whole.dim).toBeGreaterThan(0.98);
  expect(cut.dim / whole.dim).toBeLessThan(1.02);
});
