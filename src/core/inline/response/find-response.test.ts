import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Frame } from '../../field/frame.ts';
import { lightSettings } from '../../light/light-settings.ts';
import { loadExposures } from '../../light/load-exposures.ts';
import { simulate } from '../../simulate/simulate.ts';
import { retrievalSettings } from '../retrieve/retrieval-settings.ts';
import { findResponse, judgedResponse, responseBy } from './find-response.ts';
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
  const { amplitude } = loadExposures(kernels, scope, frames).normalised[0]!;
  const sampling = { pitchX: rig.pixel_pitch_um, pitchY: rig.pixel_pitch_um };
  const optics = { rows: SIDE, cols: SIDE, sampling, wavelength: rig.wavelength_um };
  const of = { light: lightSettings, retrieval: retrievalSettings, settings: responseSettings };
  return findResponse(kernels, {
    frames,
    amplitude,
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

it('a power of the light is found, and none where counts are in proportion to it', () => {
  expect(responseOf(hologram)).toBeNull();
  const found = responseOf(bent(hologram, 2.2))!;
  expect(found.power).toBe(found.best);
  expect(Math.abs(Math.log(found.power / 2.2))).toBeLessThan(2.5 * found.doubt);
  expect(found.misfit).toBeLessThan(found.linearMisfit);
});

it('the least misfit is followed to either side, and nowhere else where it is that of 1', () => {
  const of = (left: (power: number) => number) => {
    const tried: number[] = [];
    const settings = { ...responseSettings, first: 1.1, usual: 2.2, step: 1.25, halvings: 2, most: 3.5 };
    const found = responseBy(kernels, (power) => (tried.push(power), left(power)), settings);
    return { found, tried };
  };
  const about = (power: number) => (at: number) => 1 + Math.abs(Math.log(at / power));
  for (const power of [0.4, 0.7, 1.2, 1.7, 2.2, 2.9]) {
    const { found } = of(about(power));
    // a quarter of the step's logarithm is the finest that is tried
    expect(Math.abs(Math.log(found!.power / power))).toBeLessThan(Math.log(1.25) / 4);
  }
  expect(of(about(1))).toEqual({ found: null, tried: [1.1, 1, 2.2, 1 / 1.1] });
});

it('with pixels that the range cut off a power is a doubt', () => {
  expect(responseOf(bent(hologram, 2.2), 8, 0.02)).toMatchObject({ power: 1 });
});

it('frames of many bits are taken as they are', () => {
  expect(responseOf(bent(hologram, 2.2), 12)).toBeNull();
});

it('a power is believed where it takes more than it leaves, doubted where it takes some, else forgotten', () => {
  const settings = {
    ...responseSettings,
    worth: 1,
    noiseDoubt: 0.05,
    least: 0.1,
    flat: 0.1,
    doubt: 0.04,
  };
  const of = (misfit: number, gain: number, beside = gain) => {
    const left = Math.max(0, misfit * misfit - 1) + 0.05;
    const over = (share: number) => Math.sqrt(misfit * misfit + share * left * Math.max(1, misfit));
    const tried = [
      { power: 2, misfit },
      { power: 1.8, misfit: Math.sqrt(misfit * misfit + beside * left) },
      { power: 1, misfit: over(gain) },
      { power: 2.2, misfit: 3 },
    ];
    return judgedResponse(kernels, { best: 2, misfit, linearMisfit: over(gain), tried }, settings);
  };
  expect(of(1.1, 10)).toMatchObject({ power: 2, doubt: 0.04 });
  // another is as good
  expect(of(1.1, 10, 0.12)!.doubt).toBe(0.04);
  expect(of(1.1, 10, 0.08)!.doubt).toBeCloseTo(Math.log(2 / 1.8), 6);
  // it takes hardly more than it leaves: nearly as open as if it took less
  expect(of(1.6, 2)!.doubt).toBeCloseTo(0.5 / 4, 6);
  expect(of(1.6, 1.001)!.doubt).toBeCloseTo(0.499, 3);
  expect(of(1.6, 0.999)).toMatchObject({ power: 1, doubt: 1 });
  expect(of(1, 0.12)!.power).toBe(1);
  // noise explains both
  expect(of(0.7, 1)).toBeNull();
  expect(of(1.1, 0.08)).toBeNull();
});

it('the usual gamma is a doubt where it explains a little more, and nothing is told where counts as they are do', () => {
  const settings = { ...responseSettings, worth: 1, usual: 2.2, noiseDoubt: 0.05, least: 0.3, flat: 0.1 };
  const of = (misfit: number, usual: number) => {
    const tried = [
      { power: 1, misfit },
      { power: 2.2, misfit: usual },
    ];
    const best = usual < misfit ? { best: 2.2, misfit: usual } : { best: 1, misfit };
    return judgedResponse(kernels, { ...best, linearMisfit: misfit, tried }, settings);
  };
  const over = (share: number) => Math.sqrt(1 + 0.05 * share);
  expect(of(over(0.11), 1)!.doubt).toBeCloseTo(1.2, 6);
  expect(of(over(0.09), 1)).toMatchObject({ power: 1, best: 2.2, doubt: 0 });
  expect(of(1, over(0.29))).toMatchObject({ power: 1, best: 2.2, doubt: 0 });
  expect(of(1, over(0.31))).toBeNull();
});

it('broken pixels, of which more stand out the larger the power is, do not look like one', () => {
  const samples = hologram.samples.slice() as Uint8Array;
  // brighter by less and less
  for (let k = 0; k < 100; k += 1) samples[SIDE * (3 + k) + ((37 * k) % SIDE)]! += 100 - k;
  expect(responseOf({ ...hologram, samples })).toBeNull();
});

it('a power below 1, as of contrast that was raised, is found as well', () => {
  const found = responseOf(bent(hologram, 0.6))!;
  expect(Math.abs(Math.log(found.power / 0.6))).toBeLessThan(2.5 * found.doubt);
});
