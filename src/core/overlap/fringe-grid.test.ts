import { expect, it } from 'vitest';
import { gridOf } from './fringe-grid.ts';
import { overlapSettings } from './overlap-settings.ts';

it('samples a frame up to a megapixel as it is, and a larger one as coarsely as leaves about as much', () => {
  const narrow = { carrier: { x: 0.1, y: 0.1 }, radius: 0.05, taper: 32 };
  const samples = (rows: number, cols: number, band = narrow) =>
    gridOf({ rows, cols }, band, overlapSettings);
  const small = samples(960, 1024);
  expect(small).toMatchObject({ rows: small.fullRows, cols: small.fullCols });
  const large = samples(2048, 2048);
  expect(large.rows * large.cols).toBeGreaterThan(1.1e6);
  expect(large.rows * large.cols).toBeLessThan(1.2e6);
  // nothing of the band is given up for it
  expect(samples(2048, 2048, { ...narrow, radius: 0.2 }).cols / large.fullCols).toBeGreaterThan(0.8);
});
