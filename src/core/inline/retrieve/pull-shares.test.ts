import { describe, expect, it } from 'vitest';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { pullShares } from './pull-shares.ts';

const kernels = await loadKernels();
const size = { rows: 40, cols: 60 };
const COUNT = 2 * size.rows * size.cols;

/** Two frames of which `share` of a change is unexplained at each place, and noise. */
function left(share: (column: number) => number, noise = 0) {
  const normal = normalSource(Random.from(7, 0), kernels.wasm);
  const [broad, fine] = [0, 1].map(() => Float32Array.from({ length: COUNT }, () => normal()));
  const before = broad!.map((b, i) => share(i % size.cols) * b + 0.25 * fine![i]! + noise * normal());
  const less = (change: Float32Array) => before.map((r, i) => r - change[i]!);
  return { before, broad: less(broad!), fine: less(fine!) };
}

describe('pullShares', () => {
  it('finds how much of each is unexplained, all of it where the parts of the frame agree', () => {
    const found = pullShares(
      size,
      left(() => 0.75),
    )!;
    expect(found.broad.share).toBeCloseTo(0.75, 5);
    expect(found.fine.share).toBeCloseTo(0.25, 5);
    expect(found.broad.scatter).toBeLessThan(1e-5);
  });

  it('says by how much they differ, and takes less where that is much', () => {
    // one half has all of it, the other nothing
    const found = pullShares(
      size,
      left((column) => (column < size.cols / 2 ? 1 : 0)),
    )!;
    expect(found.broad.scatter).toBeCloseTo(0.5, 1);
    expect(found.broad.share).toBeCloseTo(0.25, 1);
  });

  it('takes next to nothing where only noise is unexplained', () => {
    const found = pullShares(
      size,
      left(() => 0, 3),
    )!;
    expect(Math.abs(found.broad.share)).toBeLessThan(0.05);
  });

  it('says nothing where nothing changes', () => {
    const before = new Float32Array(COUNT).fill(0.1);
    expect(pullShares(size, { before, broad: before, fine: before })).toBeNull();
  });
});
