import { fft2, ifft2 } from '../fft/fft2.ts';
import { seenByPixel } from '../field/pixel-area.ts';
import { TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { signedFrequency } from './frequency.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { fromPlane, planeSamples, toPlane, type Wave } from './wave.ts';

/**
 * A wave on the sensor as pixels see it through the fringes that it makes: they collect light over their area, and see finer
 * fringes less. The carrier's own contrast is the specification's.
 */
export function seenByPixels(
  kernels: Kernels,
  wave: Wave,
  { carrier_cycles_per_px: [x, y], pupil_radius_cycles_per_px: pupil }: SimulationSpec,
): Wave {
  using scope = kernels.scope();
  const plane = scope.complex(wave.rows, wave.cols);
  toPlane(kernels, wave, plane);
  fft2(kernels, plane);
  const { floats, at } = planeSamples(kernels, plane);
  const seen = (carrier: number, count: number) =>
    Float64Array.from({ length: count }, (_, k) =>
      seenByPixel(carrier, signedFrequency(k, count), pupil, kernels.wasm.sin),
    );
  const [across, down] = [seen(x, wave.cols), seen(y, wave.rows)];
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
