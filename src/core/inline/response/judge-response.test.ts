import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { alikeResponse, confirmedResponse, judgedResponse, responseBy } from './judge-response.ts';
import { responseSettings } from './response-settings.ts';

const kernels = await loadKernels();

it('the least misfit is followed to either side, and nowhere else where it is that of 1', () => {
  const of = (left: (power: number) => number) => {
    const tried: number[] = [];
    const settings = { ...responseSettings, first: 1.1, step: 1.25, halvings: 2 };
    const found = responseBy(kernels, (power) => (tried.push(power), left(power)), settings);
    return { found, tried };
  };
  const about = (power: number) => (at: number) => 1 + Math.abs(Math.log(at / power));
  for (const power of [0.4, 0.7, 1.2, 1.7, 2.2, 2.9]) {
    const { found } = of(about(power));
    // a quarter of the step's logarithm is the finest that is tried
    expect(Math.abs(Math.log(found!.power / power))).toBeLessThan(Math.log(1.25) / 4);
  }
  expect(of(about(1))).toEqual({ found: null, tried: [1.1, 1, Math.sqrt(1.1 * 2.2), 2.2, 1 / 1.1] });
});

it('powers that explain a frame as well as 1 are a doubt, each as likely', () => {
  const settings = { ...responseSettings, first: 1.1, step: 1.21, noiseDoubt: 0.05 };
  const upTo = (last: number) => alikeResponse((power) => (power < last ? 1.02 : 1.2), settings);
  expect(upTo(1.05)).toBeNull();
  // it ends between 1.21, which is as good, and 1.331
  const found = upTo(1.3)!;
  expect(found).toMatchObject({ power: 1, misfit: 1.02, linearMisfit: 1.02 });
  expect(found.best).toBeCloseTo(1.21 * Math.sqrt(1.1), 6);
  expect(found.doubt).toBeCloseTo((found.best - 1) / Math.sqrt(3), 6);
  expect(upTo(5)!.best).toBeLessThan(2.2);
});

it('the more nothing explains, the more powers are a doubt', () => {
  const more = (left: number) => (power: number) => left + 0.2 * Math.log(power) ** 2;
  const doubtOf = (left: number) => alikeResponse(more(left), responseSettings)?.doubt ?? 0;
  expect(doubtOf(1.02)).toBe(0);
  // cells in a camera with a gamma of 1.4 and a black level came out with 1.2 left with any power, and 8 σ off
  expect(doubtOf(1.2)).toBeGreaterThan(0.25);
  expect(doubtOf(1.1)).toBeLessThan(doubtOf(1.2));
});

it('what short retrievals speak for counts where longer ones say the same', () => {
  const hint = { power: 0.62, best: 0.62, doubt: 0.5, misfit: 1.14, linearMisfit: 1.32 };
  const after = (left: number, linear: number) =>
    confirmedResponse(
      kernels,
      hint,
      (power) => (power === 1 ? linear : power === 0.62 ? left : 2.8),
      responseSettings,
    );
  // as of a bead, which is broad and settles slowly
  expect(after(1.041, 1.032)).toBeNull();
  expect(after(1.02, 1.3)).toMatchObject({ power: 0.62, misfit: 1.02, linearMisfit: 1.3 });
  // no surer than the short ones were
  expect(after(1.02, 1.3)!.doubt).toBe(0.5);
});

it('a power is believed where it takes more than it leaves, doubted where it takes some, else forgotten', () => {
  const settings = {
    ...responseSettings,
    ...{ worth: 1, noiseDoubt: 0.1, least: 0.1, step: 1.25, halvings: 2 },
  };
  const of = (misfit: number, gain: number, beside = gain) => {
    const left = Math.max(0, misfit * misfit - 1) + 0.1;
    const over = (share: number) => Math.sqrt(misfit * misfit + share * left * Math.max(1, misfit));
    const tried = [
      { power: 2, misfit },
      { power: 1.8, misfit: Math.sqrt(misfit * misfit + beside * left) },
      { power: 1, misfit: over(gain) },
      { power: 2.2, misfit: 3 },
    ];
    return judgedResponse(kernels, { best: 2, misfit, linearMisfit: over(gain), tried }, settings);
  };
  // no better than to the last step
  const known = Math.log(1.25) / 4;
  expect(of(1.1, 10)!.power).toBe(2);
  expect(of(1.1, 10)!.doubt).toBeCloseTo(known, 9);
  // another is as good
  expect(of(1.1, 10, 0.12)!.doubt).toBeCloseTo(known, 9);
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
  const settings = { ...responseSettings, worth: 1, noiseDoubt: 0.1 };
  const of = (misfit: number, usual: number) => {
    const tried = [
      { power: 1, misfit },
      { power: 2.2, misfit: usual },
    ];
    const best = usual < misfit ? { best: 2.2, misfit: usual } : { best: 1, misfit };
    return judgedResponse(kernels, { ...best, linearMisfit: misfit, tried }, settings);
  };
  const over = (share: number) => Math.sqrt(1 + 0.1 * share);
  expect(of(over(0.11), 1)!.doubt).toBeCloseTo(1.2, 6);
  expect(of(over(0.09), 1)).toMatchObject({ power: 1, best: 2.2, doubt: 0 });
  expect(of(1, over(0.29))).toMatchObject({ power: 1, best: 2.2, doubt: 0 });
  expect(of(1, over(0.31))).toBeNull();
});
