import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { fringeHarmonics } from './fringe-harmonics.ts';

const kernels = await loadKernels();
const SIDE = 256;
const sideband = { carrier: { x: 0.21, y: 0.14 }, passRadius: 0.08 };

/** What fringes have as counts of their light: of a visibility, their phase bent by a smooth sample. */
function harmonics(countOf: (light: number) => number, visibility: number, of = sideband, full = 0) {
  const normal = normalSource(Random.from(3), kernels.wasm);
  using scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, SIDE * plane.pitch);
  let sum = 0;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const phase =
        2 * Math.PI * (of.carrier.x * x + of.carrier.y * y) + 1.2 * Math.sin(x / 40) * Math.cos(y / 30);
      const light = 1 + visibility * Math.cos(phase) + 0.01 * normal();
      const count = countOf(Math.max(0, light));
      values[y * plane.pitch + x] = count;
      sum += count;
    }
  const image = { plane, mean: sum / (SIDE * SIDE), fractionAtMaximum: full };
  return fringeHarmonics(kernels, image, of, evidenceSettings);
}

/** What tells of counts as light^gamma. */
const counts = (gamma: number, visibility: number, of = sideband, full = 0) =>
  harmonics((light) => 200 * light ** gamma, visibility, of, full).bentCounts;

describe('what fringes have at twice their frequency', () => {
  it.each([
    [1 / 2.2, 0.4],
    [0.7, 0.6],
    [1.5, 0.5],
  ])('tells a gamma of %d', (gamma, visibility) => {
    const found = counts(gamma, visibility)!;
    expect(found.gamma / gamma).toBeGreaterThan(0.9);
    expect(found.gamma / gamma).toBeLessThan(1.1);
    expect(found.slope / ((gamma - 1) * visibility)).toBeGreaterThan(0.8);
    expect(found.slope / ((gamma - 1) * visibility)).toBeLessThan(1.2);
  });

  it('is nothing where counts follow the light, and where they bend by less than light is known to', () => {
    expect(counts(1, 0.8)).toBeNull();
    expect(counts(0.99, 0.8)).toBeNull();
    expect(counts(0.95, 0.8)).not.toBeNull();
  });

  it('tells nothing where pixels are full, or a sideband or the autocorrelation term lies there', () => {
    expect(counts(0.5, 0.5, sideband, 0.1)).toBeNull();
    for (const carrier of [
      { x: 0.47, y: 0.03 },
      { x: 1 / 3, y: 0 },
      { x: 0.1, y: 0 },
    ])
      expect(counts(0.5, 0.5, { carrier, passRadius: 0.08 }), JSON.stringify(carrier)).toBeNull();
  });
});

describe('what fringes have at three times their frequency', () => {
  /** What bright and dark fringes are flattened by alike. */
  const flattened = (light: number) => 100 * (1 + Math.tanh(light - 1));

  it('is of a program that flattens bright and dark alike: as large as that leaves it', () => {
    const { bentCounts, third } = harmonics(flattened, 0.8);
    expect(bentCounts).toBeNull();
    // of tanh(v cos φ), by its integrals over a period
    const [n, v] = [4096, 0.8];
    const over = (order: number) =>
      Array.from({ length: n }, (_, k) => (2 * Math.PI * k) / n).reduce(
        (sum, phase) => sum + Math.tanh(v * Math.cos(phase)) * Math.cos(order * phase),
        0,
      );
    expect(third! / Math.abs(over(3) / over(1))).toBeGreaterThan(0.9);
    expect(third! / Math.abs(over(3) / over(1))).toBeLessThan(1.1);
  });

  it('is nothing where counts follow the light, and where a gamma tells', () => {
    expect(harmonics((light) => 100 * light, 0.8).third).toBeNull();
    expect(harmonics((light) => 200 * light ** 0.5, 0.8).third).toBeNull();
  });

  it('is not looked for where pixels are full, and where it folds back upon a sideband', () => {
    expect(harmonics(flattened, 0.8, sideband, 0.1).third).toBeNull();
    const folded = { carrier: { x: 0.245, y: 0.252 }, passRadius: 0.08 };
    expect(harmonics(flattened, 0.8, folded).third).toBeNull();
    // a wide filter, as harmonics make it, hides nothing
    expect(harmonics(flattened, 0.8, { ...sideband, passRadius: 0.2 }).third).not.toBeNull();
  });
});
