import { fft2 } from '../fft/fft2.ts';
import type { ReferenceSettings } from './overlap-settings.ts';
import type { Frequency } from '../field/frequency.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { followedSpectrum } from '../spectrum/followed-spectrum.ts';
import type { Fringes } from './fringe-grid.ts';

/** The disc's radius and place, cycles/px, and the variance of a sample over the squared mean. */
export interface StartFrom {
  readonly radius: number;
  readonly carrier: Frequency;
  readonly noiseLevel: number;
}

/**
 * r² over the mean intensity, by how the frame's low frequencies follow those of |c|².
 * @param demodulated c, on the samples of the fringes
 * @returns null where nothing stands out there
 */
export function referencePower(
  kernels: Kernels,
  demodulated: ComplexPlane,
  fringes: Fringes,
  { radius, carrier, noiseLevel }: StartFrom,
  settings: ReferenceSettings,
): number | null {
  const { rows, cols } = fringes.data;
  using scope = kernels.scope();
  const both = scope.complex(rows, cols);
  spectraOf(kernels, demodulated, fringes, both);
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  // the term itself ends at twice the radius
  const most = Math.max(Math.min(length - radius, 2 * radius), settings.leastReach);
  const { slope, own } = followedSpectrum(kernels, both, fringes, most);
  const error = Math.sqrt((noiseLevel * rows * cols) / own);
  return shareBy(slope, error, settings);
}

/** The reference's share of the light, where the slope that tells it stands out of its error. */
export function shareBy(slope: number, error: number, { evidence, most }: ReferenceSettings): number | null {
  return slope > evidence.proven * error ? Math.min(1 / slope, most) : null;
}

/** The spectra of two real planes in one: the frame's is the even part, that of |c|² the odd one. */
function spectraOf(kernels: Kernels, demodulated: ComplexPlane, fringes: Fringes, both: ComplexPlane): void {
  const { data, windowX, windowY } = fringes;
  const { rows, cols } = data;
  const [values, from] = [
    kernels.floats(both.ptr, floatsIn(both)).fill(0),
    kernels.floats(demodulated.ptr, floatsIn(demodulated)),
  ];
  const [pitch, wide] = [floatsPerRow(both), data.pitch];
  const measured = kernels.floats(data.ptr, rows * wide);
  const [wx, wy] = [kernels.floats(windowX, cols), kernels.floats(windowY, rows)];
  const means = [0, 0];
  let weight = 0;
  const each = (visit: (at: number, window: number, light: number, power: number) => void) => {
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < cols; x++) {
        const at = y * pitch + inRow(x);
        const [re, im] = [from[at]!, from[at + TO_IMAGINARY]!];
        visit(at, wx[x]! * wy[y]!, measured[y * wide + x]!, re * re + im * im);
      }
  };
  each((_, window, light, power) => {
    weight += window;
    means[0]! += window * light;
    means[1]! += window * power;
  });
  const [meanLight, meanPower] = means.map((sum) => sum / weight) as [number, number];
  // less their means, or the window's own spectrum would drown them
  each((at, window, light, power) => {
    values[at] = window * (light - meanLight);
    values[at + TO_IMAGINARY] = window * (power - meanPower);
  });
  fft2(kernels, both);
}
