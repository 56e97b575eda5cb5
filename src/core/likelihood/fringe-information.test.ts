import { expect, it } from 'vitest';
import { cramerRaoLimit, linearPhaseLimit } from '../uncertainty/phase-limits.ts';
import { fringeInformation, fringePhases } from './fringe-information.ts';

const phases = fringePhases(Math.cos);
const electrons = 10_000;
/** counts an electron, which must not matter */
const gain = 0.3;

it.each([0.3, 0.6, 0.8, 0.95])(
  'is that of the closed forms for photon noise, visibility %f',
  (visibility) => {
    const light = gain * electrons;
    const modulus = (visibility * light) / 2;
    const { alike, weighed, most } = fringeInformation(light, modulus, [0, gain, 0], 1, phases, 0.95);
    const eta = 0.02;
    expect(Math.sqrt(eta / alike)).toBeCloseTo(linearPhaseLimit(electrons, visibility, eta), 8);
    const bound = cramerRaoLimit(electrons, visibility, eta);
    expect(Math.sqrt(eta / most) / bound).toBeCloseTo(1, 6);
    // a mean over few phases of the fringe
    expect(Math.sqrt(eta / weighed) / bound).toBeCloseTo(1, 2);
  },
);

it('is the same for both where all pixels are equally noisy', () => {
  const { alike, weighed } = fringeInformation(1000, 300, [50, 0, 0], 1, phases, 0.95);
  expect(weighed).toBeCloseTo(alike, 6);
});
