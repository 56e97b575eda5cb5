import type { Kernels } from '../../kernel/kernels.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import type { SampleFree } from './sample-free.ts';

/**
 * rad² per tile beside the sample: where constraints pull at a part as a whole, what they leave open does not end where the part does, as
 * smooth cells do not. Detail that they hold back or that was not recorded has as much of either sign, and ends with the part.
 * Phase of a frequency f is recorded by sin² χ, χ = πλz f² (Guigay, Optik 49, 121 (1977)); what is slower than f = 1/(2 √(λz)) by
 * less than half. So errors of a part vary, and die away beside it, over 1/(2πf) = √(λz)/π, z being the farthest distance.
 * @param open rad² per tile, of what is slow
 * @param distances µm, one for each frame
 * @returns 0 for tiles of the sample
 */
export function openBeside(
  { wasm }: Kernels,
  open: Float64Array,
  { tiles, sample }: Pick<SampleFree, 'tiles' | 'sample'>,
  { rows, cols, sampling, wavelength }: Pick<SensorOptics, 'rows' | 'cols' | 'sampling' | 'wavelength'>,
  distances: readonly number[],
): Float64Array {
  const reach = Math.sqrt(wavelength * Math.max(...distances.map(Math.abs))) / Math.PI;
  const left = open.map((variance, t) => (sample[t] ? Math.sqrt(variance) : 0));
  if (!(reach > 0)) return left.fill(0);
  const [right, down] = [(cols / tiles) * sampling.pitchX, (rows / tiles) * sampling.pitchY];
  const over = (far: number) => wasm.exp(-far / reach);
  const [across, along, aslant] = [over(right), over(down), over(Math.sqrt(right * right + down * down))];
  const from = (y: number, x: number, factor: number) =>
    x >= 0 && x < tiles && y >= 0 && y < tiles ? factor * left[y * tiles + x]! : 0;
  // there and back, each tile from those that were before it
  for (const before of [-1, 1])
    for (let n = 0; n < tiles * tiles; n += 1) {
      const t = before < 0 ? n : tiles * tiles - 1 - n;
      const [y, x] = [Math.floor(t / tiles), t % tiles];
      left[t] = Math.max(
        left[t]!,
        from(y, x + before, across),
        from(y + before, x, along),
        from(y + before, x + before, aslant),
        from(y + before, x - before, aslant),
      );
    }
  return left.map((one, t) => (sample[t] ? 0 : one * one));
}
