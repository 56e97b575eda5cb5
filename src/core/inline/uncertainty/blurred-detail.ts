import { fft2, ifft2 } from '../../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { forTilePixels } from '../optics/frame-tiles.ts';
import type { BlurredPart, LightBlur } from './light-blur.ts';
import { inWindow } from './spectrum-about.ts';

/** Of a spectrum up to half a cycle per sample: finer than any bell. */
const RINGS = 256;

/**
 * rad² where |u| is 1, per tile: of detail that light may have blurred (see `lightBlur`) what the phase misses where it misses most in a tile.
 * Such detail comes out as a bell leaves it, so that what is missing is what undoing the bell would add. A spectrum that falls so may be the
 * sample's own, and so nothing is added, but all of it counts.
 * @param field 1 where nothing is in the beam
 * @param pupil cycles per sample, what the optics pass; null: all
 * @param sample 1 for tiles that hold sample
 */
export function blurredDetail(
  kernels: Kernels,
  field: ComplexPlane,
  { width, parts }: LightBlur,
  pupil: number | null,
  { tiles, sample }: { readonly tiles: number; readonly sample: ArrayLike<number> },
): Float64Array {
  const { rows, cols } = field;
  const across = new Float32Array(rows * cols);
  for (const part of parts)
    if (part.highest > 0) addMissing(kernels, field, { ...part, width }, pupil, across);
  const most = new Float64Array(tiles * tiles);
  forTilePixels(field, tiles, (y, x, t) => {
    const here = across[y * cols + x]!;
    if (sample[t] && here * here > most[t]!) most[t] = here * here;
  });
  return most;
}

/** Samples of a bell from frequency 0 to half a cycle per sample. */
const ALONG = 64;

/** What light's blur leaves of the height of a line as thin as a sample: the mean of its bell over the frequencies that samples hold. */
export function leftOfLines({ wasm }: Kernels, { width }: Pick<LightBlur, 'width'>): number {
  let sum = 0;
  for (let k = 0; k < ALONG; k += 1) {
    const turn = (2 * Math.PI * width * (k + 0.5) * 0.5) / ALONG;
    sum += wasm.exp(-(turn * turn) / 2);
  }
  return sum / ALONG;
}

/** Adds by how much the phase is more with what a part misses, times |u|. */
function addMissing(
  kernels: Kernels,
  field: ComplexPlane,
  { window, width, highest, cut }: BlurredPart & Pick<LightBlur, 'width'>,
  pupil: number | null,
  to: Float32Array,
): void {
  const { wasm } = kernels;
  using scope = kernels.scope();
  const missing = inWindow(kernels, scope, field, window, { re: 1, im: 0 });
  fft2(kernels, missing);
  const table = scope.floats(RINGS);
  const gains = Float32Array.from({ length: RINGS }, (_, r) => {
    const f = ((r + 0.5) * 0.5) / RINGS;
    if ((pupil !== null && f > pupil) || (cut && f > highest)) return 0;
    const turn = 2 * Math.PI * width * Math.min(f, highest);
    return wasm.exp((turn * turn) / 2) - 1;
  });
  kernels.floats(table, RINGS).set(gains);
  wasm.weightRings(missing, table, { rings: RINGS, step: 0.5 / RINGS });
  ifft2(kernels, missing);
  const [samples, added] = [field, missing].map((plane) => kernels.floats(plane.ptr, floatsIn(plane))) as [
    Float32Array,
    Float32Array,
  ];
  const [pitch, wider] = [floatsPerRow(field), floatsPerRow(missing)];
  for (let y = 0; y < window.rows; y += 1)
    for (let x = 0; x < window.cols; x += 1) {
      const [row, col] = [window.row + y, window.col + x];
      const [here, there] = [row * pitch + inRow(col), y * wider + inRow(x)];
      const [a, b] = [samples[here]!, samples[here + TO_IMAGINARY]!];
      const [c, d] = [a + added[there]!, b + added[there + TO_IMAGINARY]!];
      to[row * field.cols + col]! += Math.sqrt(a * a + b * b) * wasm.atan2(a * d - b * c, a * c + b * d);
    }
}
