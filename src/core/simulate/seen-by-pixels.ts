import { fft2, ifft2 } from '../fft/fft2.ts';
import { seenByPixel } from '../field/pixel-area.ts';
import { TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { signedFrequency } from './frequency.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { fromPlane, planeSamples, toPlane, type Wave } from './wave.ts';

/** A wave at the sensor as pixels see it. */
export interface SeenWave {
  /** through the fringes that it makes with the reference */
  readonly fringes: Wave;
  /** its own light */
  readonly light: Float64Array;
}

/**
 * A wave on the sensor as pixels see it: they collect light over their area, and see finer fringes less. The carrier's own contrast is
 * the specification's.
 */
export function seenByPixels(
  kernels: Kernels,
  wave: Wave,
  { carrier_cycles_per_px: [x, y], pupil_radius_cycles_per_px: pupil }: SimulationSpec,
): SeenWave {
  const { sin } = kernels.wasm;
  const around = (carrier: number, within: number, count: number) =>
    Float64Array.from({ length: count }, (_, k) =>
      seenByPixel(carrier, signedFrequency(k, count), within, sin),
    );
  const weighed = (of: Wave, [cx, cy]: readonly [number, number], within: number) =>
    weigh(kernels, of, around(cx, within, wave.cols), around(cy, within, wave.rows));
  const light = wave.re.map((re, i) => re * re + wave.im[i]! * wave.im[i]!);
  const { re } = weighed({ ...wave, re: light, im: new Float64Array(light.length) }, [0, 0], 0.5);
  return { fringes: weighed(wave, [x, y], pupil), light: re };
}

/** A wave whose spectrum is multiplied by the one weights along x and by the others along y. */
function weigh(kernels: Kernels, wave: Wave, across: Float64Array, down: Float64Array): Wave {
  using scope = kernels.scope();
  const plane = scope.complex(wave.rows, wave.cols);
  toPlane(kernels, wave, plane);
  fft2(kernels, plane);
  const { floats, at } = planeSamples(kernels, plane);
  for (let row = 0; row < wave.rows; row += 1)
    for (let col = 0; col < wave.cols; col += 1) {
      const index = at(row, col);
      const share = across[col]! * down[row]!;
      floats[index]! *= share;
      floats[index + TO_IMAGINARY]! *= share;
    }
  ifft2(kernels, plane);
  return fromPlane(kernels, plane, wave.rows, wave.cols);
}
