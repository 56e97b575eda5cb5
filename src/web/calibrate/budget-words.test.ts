import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { certifiedQuantities } from './budget-words.ts';
import type { Profile } from '../api/calibration.ts';

const line = (quantity: string, source: string, u: number, unit = 'µm', type: 'A' | 'B' = 'A') => {
  return { quantity, source, type, u, unit };
};
const profile = (
  budget: Profile['budget'],
  turn: Profile['fit']['rotation_deg'] = { value: 4, sigma: 0.01 },
  coverage: Profile['coverage'] = {},
) =>
  ({
    budget,
    corrections: {
      pixel_pitch_um: { value: 3.45, sigma: 0.005 },
      scale_anisotropy: null,
      z_mm: { value: 1.5, sigma: 0.02 },
    },
    ...{ coverage, fit: { rotation_deg: turn } },
  }) as unknown as Profile;

it('states what a certificate does: k = 2 times the uncertainty, and its lines with the largest first', () => {
  const budget = [
    line('pixel_pitch_um', 'scatter', 0.003),
    line('pixel_pitch_um', 'part', 0.004, 'µm', 'B'),
    line('pixel_pitch_um', 'edges', 0.0003),
    line('rotation_deg', 'split', 0.01, '°'),
    line('scale_anisotropy', 'scatter', 1e-5, '1'),
  ];
  const [pitch, turn, ...more] = certifiedQuantities(profile(budget));
  expect(more).toEqual([]);
  expect(pitch).toMatchObject({ label: 'Pixel pitch', stated: '3.450 ± 0.010 µm' });
  expect(pitch!.lines).toEqual([
    { label: 'Tolerance of the part', type: 'B', u: '0.0040 µm', share: '64 %', law: null },
    {
      label: 'Scatter of the fit over parts of the frame',
      type: 'A',
      u: '0.0030 µm',
      share: '36 %',
      law: null,
    },
    {
      ...{ label: 'Edges wider or narrower than drawn', type: 'A', u: '0.00030 µm' },
      ...{ share: 'under 1 %', law: null },
    },
  ]);
  expect(turn).toMatchObject({ label: 'Turn of the target', stated: '4.000 ± 0.020 °' });
});

it('takes the k that covers 95 % of what lines of their laws add up to', () => {
  const part = { ...line('pixel_pitch_um', 'part', 0.005, 'µm', 'B'), distribution: 'rectangular' as const };
  const [pitch] = certifiedQuantities(profile([part], null, { pixel_pitch_um: 1.65 }));
  expect(pitch).toMatchObject({ stated: '3.4500 ± 0.0083 µm', k: 1.65 });
  expect(pitch!.lines[0]!.law).toBe('rectangular');
});

it('says nothing of how a target is turned that looks alike however it is', () => {
  expect(certifiedQuantities(profile([line('rotation_deg', 'split', 0.01, '°')], null))).toEqual([]);
});

it('has a word for every line that a calibration can have', () => {
  const read = (path: string) =>
    readFileSync(new URL(`../../core/calibrate/${path}`, import.meta.url), 'utf8');
  const [, union] = /type Disturbance =([^;]*);/.exec(read('fit/linear-refit.ts'))!;
  const given = ['budget.ts', 'together.ts'].flatMap((name) => [
    ...read(`report/${name}`).matchAll(/source: '(\w+)'/g),
  ]);
  const names = [...union!.matchAll(/'(\w+)'/g), ...given].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(14);
  const [pitch] = certifiedQuantities(profile(names.map((name) => line('pixel_pitch_um', name, 1))));
  expect(pitch!.lines.map(({ label }) => label).filter((label) => !/^[A-Z]/.test(label))).toEqual([]);
});
