import type { KernelExports } from '../kernel/exports.ts';
import { Random } from './random.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { streams } from './streams.ts';
import { eachPixelAround, emptyObject } from './thin-object.ts';

/** The brightest spot of an uneven beam, in half frame sides from the middle, and the dimmest light left anywhere. */
const BRIGHTEST = { x: 0.2, y: -0.1 };
const DIMMEST = 0.02;
/** Specks: radius as a share of the shorter side, how much light they take, and how far their rings reach. */
const SPECK_RADIUS = { min: 0.002, max: 0.01 };
const SPECK_DEPTH = 0.5;
const SPECK_REACH = 3;

/**
 * Relative intensity of the light that both waves share, row-major: a smooth fall-off from a spot off the middle,
 * and dust seen as ringed specks. Frames with and without the sample share it.
 */
export function illumination(spec: SimulationSpec, wasm: Pick<KernelExports, 'exp' | 'cos'>): Float64Array {
  const { width_px: cols, height_px: rows } = spec;
  const light = new Float64Array(rows * cols);
  for (let row = 0; row < rows; row += 1) {
    const v = (2 * row + 1) / rows - 1 - BRIGHTEST.y;
    for (let col = 0; col < cols; col += 1) {
      const u = (2 * col + 1) / cols - 1 - BRIGHTEST.x;
      light[row * cols + col] = Math.max(DIMMEST, 1 - (spec.uneven_light * (u * u + v * v)) / 2);
    }
  }
  if (spec.dust > 0) sprinkle(light, spec, wasm);
  return light;
}

function sprinkle(light: Float64Array, spec: SimulationSpec, wasm: Pick<KernelExports, 'exp' | 'cos'>): void {
  const random = Random.from(spec.seed, streams.dust);
  const frame = emptyObject(spec.height_px, spec.width_px, 1);
  const side = Math.min(frame.rows, frame.cols);
  for (let speck = 0; speck < spec.dust; speck += 1) {
    const centre = {
      x_um: random.between(0.05, 0.95) * frame.cols,
      y_um: random.between(0.05, 0.95) * frame.rows,
    };
    const radius = side * random.between(SPECK_RADIUS.min, SPECK_RADIUS.max);
    eachPixelAround(frame, centre, SPECK_REACH * radius, (index, dx, dy) => {
      const square = (dx * dx + dy * dy) / (radius * radius);
      const rings = wasm.cos(3 * square);
      light[index]! *= 1 - SPECK_DEPTH * wasm.exp(-square) * rings * rings;
    });
  }
}
