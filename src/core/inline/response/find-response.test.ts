import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { thorough } from '../../../../test/short-form.ts';
import type { Frame } from '../../field/frame.ts';
import { lightSettings } from '../../light/light-settings.ts';
import { loadExposures } from '../../light/load-exposures.ts';
import { simulate } from '../../simulate/simulate.ts';
import { retrievalSettings } from '../retrieve/retrieval-settings.ts';
import { findResponse, responseIn } from './find-response.ts';
import { responseSettings } from './response-settings.ts';

const kernels = await loadKernels();
const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2 };
const SIDE = 128;

/** Counts of a camera that gives a power of the light, rounded to 8 bits. */
function bent(frame: Frame, power: number): Frame {
  const samples = Uint8Array.from(frame.samples, (value) => Math.round(255 * (value / 255) ** (1 / power)));
  return { ...frame, samples };
}

function responseOf(frame: Frame, bitDepth = 8, fractionAtMaximum = 0) {
  const frames = { hologram: { ...frame, bitDepth }, background: null };
  using scope = kernels.scope();
  const { amplitude, illumination } = loadExposures(kernels, scope, frames).normalised[0]!;
  const sampling = { pitchX: rig.pixel_pitch_um, pitchY: rig.pixel_pitch_um };
  const optics = { rows: SIDE, cols: SIDE, sampling, wavelength: rig.wavelength_um };
  const of = { light: lightSettings, retrieval: retrievalSettings, settings: responseSettings };
  return findResponse(kernels, {
    frames,
    amplitude,
    degree: illumination.degree,
    fractionAtMaximum,
    optics,
    z: 1000,
    ...of,
    onIteration: () => {},
  });
}

const { hologram } = simulate(kernels, {
  ...{ mode: 'inline', object: { kind: 'cells', phase_rad: 1.5 }, width_px: SIDE, height_px: SIDE, ...rig },
  ...{ z_mm: 1, photoelectrons: 10_000, seed: 5, background: false, bit_depth: 8 },
});

/** Of retrievals that a power explains, with no more than noise left. */
const leaving = (best: number) => () => (power: number) => 1.02 + 0.3 * Math.log(power / best) ** 2;

it.each([2.2, 0.6])(
  'a power that leaves least, %d, is found, and a doubt where something was cut off',
  (best) => {
    const found = responseIn(kernels, [leaving(best)], true, responseSettings)!;
    expect(Math.abs(Math.log(found.power / best))).toBeLessThan(found.doubt);
    const open = responseIn(kernels, [leaving(best)], false, responseSettings);
    expect(open).toMatchObject({ power: 1, best: found.best });
  },
);

it('the light in which a power leaves least is the one that tells', () => {
  const more = (best: number) => () => (power: number) => 0.1 + leaving(best)()(power);
  const found = responseIn(kernels, [more(0.6), leaving(2.2), more(1)], true, responseSettings)!;
  expect(Math.abs(Math.log(found.power / 2.2))).toBeLessThan(found.doubt);
});

it('where counts are in proportion to the light nothing is found', () => {
  expect(responseIn(kernels, [leaving(1)], true, responseSettings)).toBeNull();
});

// in test:further bent-response.test.ts has such a frame, and one that is not bent
it.runIf(thorough)('a power of the light is found, and none where counts are in proportion to it', () => {
  expect(responseOf(hologram)).toBeNull();
  const found = responseOf(bent(hologram, 2.2))!;
  expect(found.power).toBe(found.best);
  expect(Math.abs(Math.log(found.power / 2.2))).toBeLessThan(2.5 * found.doubt);
  expect(found.misfit).toBeLessThan(found.linearMisfit);
});

it.runIf(thorough)('with pixels that the range cut off a power is a doubt', () => {
  expect(responseOf(bent(hologram, 2.2), 8, 0.02)).toMatchObject({ power: 1 });
});

it('frames of many bits are taken as they are', () => {
  expect(responseOf(bent(hologram, 2.2), 12)).toBeNull();
});

it('broken pixels, of which more stand out the larger the power is, do not look like one', () => {
  const samples = hologram.samples.slice() as Uint8Array;
  // brighter by less and less
  for (let k = 0; k < 100; k += 1) samples[SIDE * (3 + k) + ((37 * k) % SIDE)]! += 100 - k;
  const found = responseOf({ ...hologram, samples });
  // of what they leave unexplained a part may be the camera's; a retrieval of the whole frame finds them, and asks again without them
  expect(found).toMatchObject({ power: 1 });
  expect(found!.doubt).toBeLessThan(0.3);
});

it.runIf(thorough)('a power below 1, as of contrast that was raised, is found as well', () => {
  const found = responseOf(bent(hologram, 0.6))!;
  expect(Math.abs(Math.log(found.power / 0.6))).toBeLessThan(2.5 * found.doubt);
});
