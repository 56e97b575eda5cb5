import { expect, it } from 'vitest';
import { confirmedHeights } from './confirm-heights.ts';
import type { FoundHeights, PlacedHeights } from './find-heights.ts';

const at = (farther: number): PlacedHeights => ({ distances: [1000 + farther], isUneven: false, shifts: [] });
const found = (farther: number): FoundHeights => ({
  ...at(farther),
  common: { farther, sigma: 36, rival: null },
  ...{ isMoved: true, asStated: at(0), halfway: at(farther / 2), given: at(0) },
});
const how = { clear: 3, pixels: 200_000, asCheap: 0.02 };
/** A misfit with its minimum at a distance (µm), that has risen by a fiftieth 100 µm from there. */
const leastAt =
  (least: number) =>
  ({ distances: [z] }: PlacedHeights) =>
    1 + 0.02 * ((z! - 1000 - least) / 100) ** 2;

it('stands where it leaves no more of whole frames, or more by chance', () => {
  const moved = found(-280);
  expect(confirmedHeights(moved, leastAt(-280), how)).toBe(moved);
  // 3 √(2/200,000) is 0.0095
  const more = (share: number) => (there: PlacedHeights) => (there === moved ? 1 + share : 1);
  expect(confirmedHeights(moved, more(0.009), how)).toBe(moved);
  expect(confirmedHeights(moved, more(0.01), how).isMoved).toBe(false);
});

it.each([-280, 280])(
  'falls where it leaves clearly more, with what the misfit allows, %d µm away',
  (farther) => {
    const least = Math.sign(farther) * 40;
    const { distances, isMoved, common } = confirmedHeights(found(farther), leastAt(least), how);
    expect([distances, isMoved]).toEqual([[1000], false]);
    expect(common!.farther).toBeCloseTo(least, 6);
    // as cheap up to 100 µm to either side, any distance as likely as another
    expect(common!.sigma).toBeGreaterThan(100 / Math.sqrt(3) - 5);
    expect(common!.sigma).toBeLessThan(100 / Math.sqrt(3) + 5);
  },
);

it('is open between both where the misfit has no minimum, and asks nothing where nothing was moved', () => {
  const falls = ({ distances: [z] }: PlacedHeights) => ({ 700: 1.5, 850: 1.4, 1000: 1 })[z!]!;
  expect(confirmedHeights(found(-300), falls, how).common).toEqual({
    ...{ farther: 0, sigma: 300 / Math.sqrt(3) },
    rival: null,
  });
  const still = { ...at(0), common: null, isMoved: false, ...{ asStated: null, halfway: null, given: null } };
  const never = () => {
    throw new Error('nobody asks');
  };
  expect(confirmedHeights(still, never, how)).toBe(still);
});

it('takes back what single distances were moved by where that leaves more of whole frames', () => {
  const uneven = { ...at(5), isUneven: true };
  const moved = { ...found(-280), asStated: uneven };
  const leaves = ({ distances: [z] }: PlacedHeights) => 1 + Math.abs(z! - 1000) / 1000;
  const { distances, isUneven, isMoved } = confirmedHeights(moved, leaves, how);
  expect([distances, isUneven, isMoved]).toEqual([[1000], false, false]);
  const better = ({ distances: [z] }: PlacedHeights) => 1 + Math.abs(z! - 1005) / 1000;
  expect(confirmedHeights(moved, better, how).distances).toEqual([1005]);
});
