import { wholeQuads } from '../kernel/complex-layout.ts';
import { corner } from '../kernel/plane.ts';
import type { NativeField } from './demodulate.ts';
import type { Frequency } from '../field/frequency.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { AberrationToSubtract } from '../rig/rig-correction.ts';

/** Piston and tilt change with every recording: a profile has nothing to say about them. */
const LEAST_DEGREE = 2;

/**
 * Multiplies a demodulated field by exp(−iφ), φ (rad) being the rig's own phase where the field's samples lie on the
 * camera, without its piston and tilt.
 * @param sideband the carrier that the field was demodulated at: its twin has the opposite phase
 */
export function subtractAberration(
  kernels: Kernels,
  { plane, rows, cols, stepX, stepY }: NativeField,
  sideband: Frequency,
  { aberration, carrier, measuredOn, offset }: AberrationToSubtract,
): void {
  const { wasm } = kernels;
  const { degree } = aberration;
  const size = degree + 1;
  const countX = wholeQuads(cols);
  using scratch = kernels.scope();
  const tableX = scratch.doubles(countX * size);
  const tableY = scratch.doubles(rows * size);
  const { width, height } = measuredOn;
  const alongX = { first: (2 * offset.x + 1) / width - 1, step: (2 * stepX) / width };
  const alongY = { first: (2 * offset.y + 1) / height - 1, step: (2 * stepY) / height };
  wasm.legendreTable(tableX, { count: countX, degree, ...alongX });
  wasm.legendreTable(tableY, { count: rows, degree, ...alongY });
  const phase = scratch.doubles(size * size);
  const amplitude = scratch.doubles(size * size);
  const sign = carrier && sideband.x * carrier.x + sideband.y * carrier.y < 0 ? -1 : 1;
  const turns = kernels.doubles(phase, size * size).fill(0);
  aberration.orders.forEach(([i, j], k) => {
    if (i + j < LEAST_DEGREE) return;
    turns[j * size + i]! += (sign * aberration.coefficients_rad[k]!) / (2 * Math.PI);
  });
  kernels.doubles(amplitude, size * size).fill(0)[0] = 1;
  const room = scratch.scratch(64 + 16 * size);
  const series = { countX, countY: rows, degree, leastAmplitude: 1 };
  wasm.removeBackground(corner(plane, rows, cols), tableX, tableY, phase, amplitude, room, series);
}

/** Root mean square over the frame it was measured on, without piston and tilt, rad: ∫P_n² = 2 / (2n + 1). */
export function aberrationRms({ orders, coefficients_rad }: AberrationToSubtract['aberration']): number {
  const power = orders.reduce((sum, [i, j], k) => {
    if (i + j < LEAST_DEGREE) return sum;
    const c = coefficients_rad[k]!;
    return sum + (c * c) / ((2 * i + 1) * (2 * j + 1));
  }, 0);
  return Math.sqrt(power);
}
