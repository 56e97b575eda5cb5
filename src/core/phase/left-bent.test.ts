import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { backgroundSettings } from './background-settings.ts';
import { leftBent } from './left-bent.ts';
import { tilePlaces } from './tiles.ts';

const kernels = await loadKernels();
const places = tilePlaces(200, 200, 4, null);
const everywhere = new Float64Array(places.count).fill(1);

/** rad per tile: a surface over [−1, 1], and what each tile has for itself */
function phases(surface: (x: number, y: number) => number, scatter: number, seed = 1): Float64Array {
  const normal = normalSource(Random.from(seed), kernels.wasm);
  const across = places.x.length;
  return Float64Array.from(
    { length: places.count },
    (_, t) => surface(places.x[t % across]!, places.y[Math.floor(t / across)]!) + scatter * normal(),
  );
}

const bent = (left: Float64Array, weight = everywhere) =>
  leftBent(places, left, weight, [2, 3, 4], backgroundSettings.degree);

it('takes no noise and no plane for a surface', () => {
  for (let seed = 1; seed <= 20; seed++)
    expect(bent(phases((x, y) => 3 * x - 2 * y + 1, 0.05, seed))).toBe(false);
});

it.each([
  ['a bowl', (x: number, y: number) => x * x + y * y],
  ['a saddle', (x: number, y: number) => x * y],
  ['coma', (x: number, y: number) => x * (x * x + y * y)],
])('sees %s as small as half of what tiles scatter', (_, surface) => {
  const scatter = 0.05;
  const whole = phases(surface, 0);
  const mean = whole.reduce((a, b) => a + b, 0) / whole.length;
  const size = Math.sqrt(whole.reduce((sum, v) => sum + (v - mean) * (v - mean), 0) / whole.length);
  const scaled = (share: number) => (x: number, y: number) => ((share * scatter) / size) * surface(x, y);
  // most of coma is a tilt
  expect(bent(phases(scaled(surface(1, 0) === 1 && surface(-1, 0) === -1 ? 2 : 0.5), scatter))).toBe(true);
  expect(bent(phases(scaled(0.05), scatter))).toBe(false);
});

it('leaves out what has no weight, and says no where too little is left', () => {
  const left = phases(() => 0, 0.05);
  const weight = everywhere.slice();
  // a sample that is not background
  for (let t = 0; t < 600; t++) [left[t], weight[t]] = [0.4, 0];
  expect(bent(left, weight)).toBe(false);
  expect(bent(left)).toBe(true);
  const few = new Float64Array(places.count).map((_, t) => (t < 8 ? 1 : 0));
  expect(
    bent(
      phases((x) => x * x, 0.01),
      few,
    ),
  ).toBe(false);
});
