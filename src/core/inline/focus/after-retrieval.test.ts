import { expect, it } from 'vitest';
import { afterRetrieval } from './after-retrieval.ts';
import type { FocusPlane, InlineFocus } from './autofocus-inline.ts';

const plane = (z: number): FocusPlane => ({
  ...{ z, uncertainty: 10, strength: 0.2, kind: 'phase', share: 1 },
  where: { x: 0, y: 0, width: 8, height: 8 },
  certain: true,
});
const found: InlineFocus = {
  ...{ z: 1000, uncertainty: 10, depthOfField: 100, curves: [], doubts: ['another'] },
  foci: [plane(1000), plane(2000)],
};

it('a distance at which no field explains the hologram is in doubt, by as much as one that nothing settles', () => {
  const bounds = { most: 1.5, open: 0.5 };
  expect(afterRetrieval(found, 1.49, bounds)).toBe(found);
  expect(afterRetrieval(null, 2, bounds)).toBeNull();
  const doubted = afterRetrieval(found, 1.51, bounds)!;
  expect(doubted.doubts).toEqual(['another', expect.stringContaining('1.5 times the noise')]);
  expect(doubted.uncertainty).toBe(50);
  expect(doubted.foci.map(({ uncertainty }) => uncertainty)).toEqual([50, 10]);
  expect(afterRetrieval({ ...found, uncertainty: 70 }, 1.51, bounds)!.uncertainty).toBe(70);
});
