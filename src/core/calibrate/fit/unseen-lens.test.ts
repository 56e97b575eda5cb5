import { expect, it } from 'vitest';
import { doubtOfWider } from './unseen-lens.ts';

const wasm = { atan2: Math.atan2, log: Math.log };

const WIDTH = 0.126;

it('counts discs of any size alike, from what is seen to one that passes all light', () => {
  for (const [known, widest] of [
    [0.0005, 4],
    [0.004, 900],
    [0.05, 30],
  ] as const) {
    // a disc wider by √x: what a frame tells of the term falls as x², what looks like a distance as x
    const information = 1 / (known * known);
    const count = 20_000;
    let sum = 0;
    for (let k = 0; k < count; k += 1) {
      const x = widest ** ((k + 0.5) / count);
      sum += 1 / (x * x) / (1 / (WIDTH * WIDTH) + information / x ** 4);
    }
    expect(doubtOfWider(known, WIDTH, widest, wasm) / Math.sqrt(sum / count)).toBeCloseTo(1, 6);
  }
});

it('adds nothing where the frame tells nothing of the term, or nothing passes beyond what is seen', () => {
  expect(doubtOfWider(0.126, 0.126, 30, wasm)).toBe(0);
  expect(doubtOfWider(0.2, 0.126, 30, wasm)).toBe(0);
  expect(doubtOfWider(0.004, 0.126, 1, wasm)).toBe(0);
});
