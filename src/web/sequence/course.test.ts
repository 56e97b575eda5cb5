import { expect, it } from 'vitest';
import { curveOf } from './course.ts';

it('draws no frame that does not belong, and no band where nothing is known', () => {
  const frames = ['', 'no_fringes', '', 'unreadable', ''].map((flags) => ({ flags }));
  const course = { mean: [1, 28, 2, null, 3], sigma: [0.5, 9, null, null, 0.25] };
  expect(curveOf(frames, { ...course, samples: new Float32Array(5), count: 1 })).toEqual({
    mean: [1, null, 2, null, 3],
    low: [0.5, null, null, null, 2.75],
    high: [1.5, null, null, null, 3.25],
  });
});
