import { expect, it } from 'vitest';
import type { FoundFeature } from '../../rig/calibration.ts';
import type { Area } from '../../targets/target-model.ts';
import { Random } from '../../simulate/random.ts';
import { layoutOf } from './layout.ts';

const random = Random.from(7, 1);
/** Evenly distributed, of one standard deviation. */
const off = (sigma: number) => random.between(-1, 1) * Math.sqrt(3) * sigma;
const OWN = 'has its own';

/** Three bars of each of twelve parts over a frame, each part moved by itself. */
function chart(sigma: number) {
  const seen: Area[] = [];
  const features: FoundFeature[] = [];
  for (let k = 0; k < 12; k += 1) {
    const part = `part ${k}`;
    const [dx, dy] = [off(sigma), off(sigma)];
    for (let bar = 0; bar < 3; bar += 1) {
      const name = `${part}, bar ${bar}`;
      const fitted_px = { x: 40 * (k % 4) + 5 * bar, y: 50 * Math.floor(k / 4) };
      seen.push({ name, part } as Area);
      features.push({
        ...{ kind: 'edge', name, rejected: false, fitted_px },
        found_px: { x: fitted_px.x + dx, y: fitted_px.y + dy },
      });
    }
  }
  seen.push({ name: OWN, part: OWN } as Area);
  features.push({
    ...{ kind: 'edge', name: OWN, rejected: false },
    ...{ fitted_px: { x: 500, y: 500 }, found_px: { x: 600, y: 600 } },
  });
  const shared = new Set(seen.map(({ part }) => part).filter((part) => part !== OWN));
  return { features, seen, shared };
}

/** By a straight line through where parts were found: what they are larger by. */
function scaleOf(features: readonly FoundFeature[]): number {
  const mean = (of: (one: FoundFeature) => number) =>
    features.reduce((sum, one) => sum + of(one), 0) / features.length;
  const [x, y] = [mean(({ fitted_px }) => fitted_px.x), mean(({ fitted_px }) => fitted_px.y)];
  let [own, all] = [0, 0];
  for (const { fitted_px: at, found_px: seen } of features) {
    own += (at.x - x) * (seen.x - at.x) + (at.y - y) * (seen.y - at.y);
    all += (at.x - x) ** 2 + (at.y - y) ** 2;
  }
  return own / all;
}

it('is as far off as a scale through parts that lie where they like', () => {
  const tries = Array.from({ length: 300 }, () => {
    const { features, seen, shared } = chart(0.4);
    const { scale } = layoutOf(features, seen, shared)!;
    return scaleOf(features.filter(({ name }) => name !== OWN)) / scale;
  });
  const rms = Math.hypot(...tries) / Math.sqrt(tries.length);
  expect(rms).toBeGreaterThan(0.9);
  expect(rms).toBeLessThan(1.15);
});

it('is nothing of parts that lie as drawn, and not known of one or two', () => {
  const { features, seen, shared } = chart(0);
  expect(layoutOf(features, seen, shared)).toEqual({ scale: 0, askew: 0, turn: 0 });
  expect(layoutOf(features, seen, new Set(['part 0', 'part 5']))).toBeNull();
  const rejected = features.map((one) => ({ ...one, rejected: true }));
  expect(layoutOf(rejected, seen, shared)).toBeNull();
});
