import { expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { blankParts } from './blank-parts.ts';
import { loadCameraImage } from './camera.ts';

const kernels = await loadKernels();

/** Fringes with a border of one value to the left, 20 px wide. */
function found(border: number | null) {
  using scope = kernels.scope();
  const frame = frameOf(64, 48, (x, y) =>
    border !== null && x < 20 ? border : 100 + ((x * 7 + y * 3) % 50),
  );
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const { share, full, meanBeside, holds } = blankParts(kernels, image);
  return { share, full, meanBeside, corner: holds(3, 3), middle: holds(40, 20), mean: image.mean };
}

it('blank parts are blocks of one value: their share, and the mean of what lies beside', () => {
  const black = found(0);
  // two whole blocks of 8 px of the 20
  expect(black.share).toBe(16 / 64);
  expect(black.meanBeside).toBeCloseTo((black.mean * 64) / 48, 9);
  expect([black.corner, black.middle]).toEqual([true, false]);
});

it('white ones are told apart, and fringes have none', () => {
  expect(found(149)).toMatchObject({ share: 16 / 64, full: 16 / 64 });
  expect(found(0).full).toBe(0);
  expect(found(null)).toMatchObject({ share: 0, corner: false });
  expect(found(null).meanBeside).toBe(found(null).mean);
});
