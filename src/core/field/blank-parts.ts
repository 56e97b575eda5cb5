import type { Kernels } from '../kernel/kernels.ts';
import type { CameraImage } from './camera.ts';

/** Parts of a frame that hold no recording. */
export interface BlankParts {
  /** of the frame */
  readonly share: number;
  /** of the frame, what holds its largest value: white, or light that no pixel could count */
  readonly full: number;
  /** counts, mean over the rest */
  readonly meanBeside: number;
  /** whether a pixel lies in one */
  readonly holds: (x: number, y: number) => boolean;
}

/** px: no fringes, and hardly any noise, give so many pixels one and the same value. */
const BLOCK = 8;

/** Blocks of a frame that hold one value: a border, a mask, the ground of a caption, or light that filled every pixel. */
export function blankParts(
  kernels: Kernels,
  { plane, mean, maximum }: Pick<CameraImage, 'plane' | 'mean' | 'maximum'>,
): BlankParts {
  const { rows, cols, pitch } = plane;
  const samples = kernels.floats(plane.ptr, rows * pitch);
  const isBlank = (from: number) => {
    const value = samples[from];
    // hardly any is: the next pixel tells
    if (samples[from + 1] !== value) return false;
    for (let y = 0; y < BLOCK; y++)
      for (let x = 0; x < BLOCK; x++) if (samples[from + y * pitch + x] !== value) return false;
    return true;
  };
  const [down, across] = [Math.floor(rows / BLOCK), Math.floor(cols / BLOCK)];
  const blank = new Uint8Array(down * across);
  let [pixels, light, full] = [0, 0, 0];
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      const from = BLOCK * (j * pitch + i);
      if (!isBlank(from)) continue;
      blank[j * across + i] = 1;
      pixels += BLOCK * BLOCK;
      light += BLOCK * BLOCK * samples[from]!;
      if (samples[from] === maximum) full += BLOCK * BLOCK;
    }
  const rest = rows * cols - pixels;
  return {
    share: pixels / (rows * cols),
    full: full / (rows * cols),
    meanBeside: pixels === 0 || rest === 0 ? mean : (mean * rows * cols - light) / rest,
    holds: (x, y) => {
      const [i, j] = [Math.floor(x / BLOCK), Math.floor(y / BLOCK)];
      return i < across && j < down && blank[j * across + i] === 1;
    },
  };
}
