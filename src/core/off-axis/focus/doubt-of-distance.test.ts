import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { oneIn } from '../../../../test/short-form.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';

const kernels = await loadKernels();

it('states what the distance that was found leaves in doubt, and nothing for one that was given', () => {
  const { hologram, truth } = simulate(kernels, {
    mode: 'off-axis',
    object: { kind: 'cells', phase_rad: 2 },
    ...{ width_px: 256, height_px: 256, z_mm: 2, background: false },
  });
  const found = (fields: Record<string, unknown>) =>
    reconstruct(kernels, { hologram, background: null }, offAxisRecipe(fields));
  const part = (of: ReturnType<typeof found>) =>
    of.uncertainty.components.find(({ name }) => name === 'distance')!;
  const at = (z_mm: number) => found({ z_mm }).phase.data;

  const searched = found({ z_min_mm: 1, z_max_mm: 3 });
  const [{ z_mm, sigma_mm }] = searched.foci as [(typeof searched.foci)[0]];
  expect(sigma_mm).toBeGreaterThan(0);
  expect(part(searched)).toMatchObject({ type: 'A', correlation_length_um: null });
  expect(part(found({ z_mm }))).toMatchObject({ type: 'B', median_rad: 0 });

  // by direct comparison of two reconstructions a σ apart: the root mean square of what σ gained over a given distance
  const [here, further] = [at(z_mm), at(z_mm - sigma_mm)];
  const given = found({ z_mm }).phase_uncertainty.data;
  const isCell = truth.unwrappedPhase.data.map((phase) => (phase > 0.2 ? 1 : 0));
  // most of it lies in the cells; beside their edges a map of half the resolution spreads it
  for (const [part, most] of [
    [1, 1.25],
    [0, 1.5],
  ] as const) {
    const only = (of: (k: number) => number) => rms((k) => (isCell[k] === part ? of(k) : 0));
    const change = only((k) => here[k]! - further[k]!);
    const gained = only((k) =>
      Math.sqrt(Math.max(0, searched.phase_uncertainty.data[k]! ** 2 - given[k]! ** 2)),
    );
    expect(gained / change).toBeGreaterThan(0.8);
    expect(gained / change).toBeLessThan(most);
  }
});

const Z = 2;
const LIGHT = 0.6328;

/** Root mean square over the inner pixels. */
function rms(of: (k: number) => number): number {
  let [sum, count] = [0, 0];
  for (let y = 40; y < 216; y++)
    for (let x = 40; x < 216; x++) {
      sum += of(y * 256 + x) ** 2;
      count++;
    }
  return Math.sqrt(sum / count);
}

const tolerances = [
  // the field that a shorter wave would have been focused to, and one from nearer by
  ['wavelength', { wavelength_tolerance_nm: 40 }, { wavelength_um: LIGHT + 0.04 / Math.sqrt(3) }],
  ['distance', { z_tolerance_mm: 0.15 }, { z_mm: Z + 0.15 / Math.sqrt(3) }],
] as const;
// the derivative by the distance is that of the first test
it.each(oneIn(2, tolerances))(
  'states what a tolerance does to the phase, by its derivative: %s',
  (name, tolerance, moved) => {
    const { hologram } = simulate(kernels, {
      mode: 'off-axis',
      object: { kind: 'cells', phase_rad: 2 },
      ...{ width_px: 256, height_px: 256, z_mm: Z, wavelength_um: LIGHT, background: false },
    });
    const found = (fields: Record<string, unknown>) =>
      reconstruct(
        kernels,
        { hologram, background: null },
        offAxisRecipe({ z_mm: Z, wavelength_um: LIGHT, ...fields }),
      );
    const [exact, stated, other] = [found({}), found(tolerance), found(moved)];
    const gained = rms((k) =>
      Math.sqrt(Math.max(0, stated.phase_uncertainty.data[k]! ** 2 - exact.phase_uncertainty.data[k]! ** 2)),
    );
    const change = rms((k) => exact.phase.data[k]! - other.phase.data[k]!);
    expect(gained / change).toBeGreaterThan(0.8);
    expect(gained / change).toBeLessThan(1.25);
    expect(Buffer.from(stated.phase.data.buffer).equals(Buffer.from(exact.phase.data.buffer))).toBe(true);
    const components = stated.uncertainty.components.filter(({ median_rad }) => median_rad! > 0);
    expect(components.find((one) => one.name === name)).toMatchObject({ type: 'B' });
    expect(exact.uncertainty.components.find((one) => one.name === name)).toMatchObject({
      ...{ type: 'B', median_rad: 0, method: 'taken as exact' },
    });
  },
);
