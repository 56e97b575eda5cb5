import { frameOf } from '../../../test/frame-of.ts';
import { fft2 } from '../fft/fft2.ts';
import type { Frame } from '../field/frame.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';

const SIDE = 256;

export interface Rough {
  /** cycles/px, of the reference against the middle of the object */
  readonly carrier: readonly [number, number];
  /** cycles/px, half width of the object's spectrum along x and y */
  readonly extent: readonly [number, number];
  /** mean power of the object over that of the reference */
  readonly power?: number;
  readonly round?: boolean;
  /** logarithm by which the amplitude falls from its middle to its rim, with grains of all heights; absent: it is filled evenly */
  readonly fall?: number;
  readonly seed?: number;
}

/** |o + R|² for the speckle o of a rough object that fills an ellipse or a rectangle as the sensor sees it. */
export function roughObject(
  kernels: Kernels,
  { carrier, extent, power = 0.2, round = true, fall, seed = 1 }: Rough,
): Frame {
  const random = Random.from(seed);
  using scope = kernels.scope();
  const plane = scope.complex(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  const at = (row: number, col: number) => row * floatsPerRow(plane) + inRow(col);
  for (let v = 0; v < SIDE; v++) {
    for (let u = 0; u < SIDE; u++) {
      const fx = (u < SIDE / 2 ? u : u - SIDE) / SIDE / extent[0];
      const fy = (v < SIDE / 2 ? v : v - SIDE) / SIDE / extent[1];
      const angle = 2 * Math.PI * random.uniform();
      if (round ? fx * fx + fy * fy > 1 : Math.max(Math.abs(fx), Math.abs(fy)) > 1) continue;
      const amplitude =
        fall === undefined
          ? 1
          : Math.exp(-fall * (fx * fx + fy * fy)) * Math.sqrt(-Math.log(1 - random.uniform()));
      values[at(v, u)] = amplitude * Math.cos(angle);
      values[at(v, u) + TO_IMAGINARY] = amplitude * Math.sin(angle);
    }
  }
  fft2(kernels, plane);
  const field = kernels.floats(plane.ptr, floatsIn(plane)).slice();
  let sum = 0;
  for (const value of field) sum += value * value;
  const scale = Math.sqrt((power * SIDE * SIDE) / sum);
  return frameOf(SIDE, SIDE, (x, y) => {
    const turn = -2 * Math.PI * (carrier[0] * x + carrier[1] * y);
    const re = scale * field[at(y, x)]! + Math.cos(turn);
    const im = scale * field[at(y, x) + TO_IMAGINARY]! + Math.sin(turn);
    return 500 * (re * re + im * im) + 20 * random.uniform();
  });
}
