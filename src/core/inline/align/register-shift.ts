import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { bytesIn, type RealPlane } from '../../kernel/plane.ts';
import { fastSize } from '../../fft/fast-size.ts';
import { fft2, ifft2 } from '../../fft/fft2.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { turns } from './register.ts';

/**
 * Samples between the frame's right and (wrapped) left edge, where the one passes into the other: enough for an edge to
 * pass smoothly, whose ringing would otherwise reach into the frame.
 */
const SEAM = 48;
/** What a pixel gets that the shift brings in from outside the frame: nothing was measured there. */
export const NOT_MEASURED = -1;

/**
 * Moves a frame's content by (x, y) px, right and down, in Fourier space: exact for what the pixels sample. The frame is
 * continued beyond its edges by its own mirror images, which pass into each other, so neither its edges nor the
 * transform's wrap-around ring; pixels whose content lies outside the frame become {@link NOT_MEASURED}.
 * @param scope owns the result
 */
export function shiftFrame(
  kernels: Kernels,
  scope: Scope,
  frame: RealPlane,
  x: number,
  y: number,
): RealPlane {
  const { rows, cols } = frame;
  const out = scope.real(rows, cols);
  using scratch = kernels.scope();
  const plane = scratch.complex(fastSize(rows + SEAM), fastSize(cols + SEAM));
  const stride = floatsPerRow(plane);
  const at = (row: number, col: number) => row * stride + inRow(col);
  kernels.wasm.fillBytes(plane.ptr, { value: 0, bytes: bytesIn(plane) });

  const source = kernels.floats(frame.ptr, rows * frame.pitch);
  const values = kernels.floats(plane.ptr, plane.rows * stride);
  const acrossX = seam(cols, plane.cols);
  const acrossY = seam(rows, plane.rows);
  for (let row = 0; row < plane.rows; row++) {
    const vertical = acrossY[row]!;
    for (let col = 0; col < plane.cols; col++) {
      const { near, far, share } = acrossX[col]!;
      const pick = (line: number) =>
        (1 - share) * source[line * frame.pitch + near]! + share * source[line * frame.pitch + far]!;
      values[at(row, col)] = (1 - vertical.share) * pick(vertical.near) + vertical.share * pick(vertical.far);
    }
  }
  fft2(kernels, plane);
  const alongX = turns(kernels, plane.cols, -x);
  const alongY = turns(kernels, plane.rows, -y);
  const spectrum = kernels.floats(plane.ptr, plane.rows * stride);
  for (let row = 0; row < plane.rows; row++)
    for (let col = 0; col < plane.cols; col++) {
      const c = alongX[2 * col]! * alongY[2 * row]! - alongX[2 * col + 1]! * alongY[2 * row + 1]!;
      const s = alongX[2 * col]! * alongY[2 * row + 1]! + alongX[2 * col + 1]! * alongY[2 * row]!;
      const k = at(row, col);
      const re = spectrum[k]!;
      const im = spectrum[k + TO_IMAGINARY]!;
      spectrum[k] = re * c - im * s;
      spectrum[k + TO_IMAGINARY] = re * s + im * c;
    }
  ifft2(kernels, plane);
  const moved = kernels.floats(plane.ptr, plane.rows * stride);
  const target = kernels.floats(out.ptr, rows * out.pitch);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const inside = row - y >= 0 && row - y <= rows - 1 && col - x >= 0 && col - x <= cols - 1;
      target[row * out.pitch + col] = inside ? Math.max(0, moved[at(row, col)]!) : NOT_MEASURED;
    }
  return out;
}

/** Two frame samples that a sample of the larger plane is made of, and the share of the second. */
interface Mixed {
  readonly near: number;
  readonly far: number;
  readonly share: number;
}

function seam(count: number, padded: number): Mixed[] {
  const gap = padded - count;
  return Array.from({ length: padded }, (_, k) => {
    if (k < count) return { near: k, far: k, share: 0 };
    const beyond = k - count;
    const t = (beyond + 0.5) / gap;
    return {
      near: Math.max(0, count - 1 - beyond),
      far: Math.min(count - 1, gap - 1 - beyond),
      // 3t² − 2t³ has no slope at either end
      share: t * t * (3 - 2 * t),
    };
  });
}
