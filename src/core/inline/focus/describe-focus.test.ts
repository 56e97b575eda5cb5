import { describe, expect, it } from 'vitest';
import type { ContrastSpectrum } from '../optics/contrast-spectrum.ts';
import { focusCurves, focusDoubts, rivalsOf } from './describe-focus.ts';
import { focusSettings } from './focus-settings.ts';
import type { Followed } from './metrics/follow-candidate.ts';
import type { Finalist } from './model/choose-by-model.ts';
import { finalist, settled } from './found.fixture.ts';
import type { FurtherPlane, Settled } from './planes.ts';

const { model } = focusSettings;
const main = settled();
const rival = (relativeCost: number, strength = 0, z = 2000) => finalist({ relativeCost, strength, z });

function isRival(one: Finalist, of: Settled = main, local: readonly Followed[] = []): boolean {
  return rivalsOf(of, [one], local, focusSettings).length > 0;
}

function doubts(
  of: Partial<Settled>,
  { signalShare = 0.5, from = 100, beyond = false, further = [] as FurtherPlane[] } = {},
): string {
  const contrast = { signalShare } as ContrastSpectrum;
  const range = { from, to: 10_000, sign: 1, bothSides: false } as const;
  return focusDoubts(contrast, range, { ...main, ...of }, [], further, beyond, focusSettings).join('; ');
}

describe('a rival', () => {
  it('explains the hologram nearly as well', () => {
    expect(isRival(rival(1.049))).toBe(true);
    expect(isRival(rival(1.051))).toBe(false);
  });

  it('that the metrics show as well may cost more', () => {
    const sharp = 1.01 * model.choice.ofTheStrongest * main.strength;
    const blurred = 0.99 * model.choice.ofTheStrongest * main.strength;
    expect(isRival(rival(0.999 + model.choice.excluded, sharp))).toBe(true);
    expect(isRival(rival(1.001 + model.choice.excluded, sharp))).toBe(false);
    expect(isRival(rival(0.999 + model.choice.excluded, blurred))).toBe(false);
  });

  it('of a focus that the metrics tell must be as sharp', () => {
    const byMetrics = { ...main, byMetrics: true };
    expect(isRival(rival(1, main.strength), byMetrics)).toBe(true);
    expect(isRival(rival(1), byMetrics)).toBe(false);
  });

  it('is none where the rings decided, or where it is a plane of its own', () => {
    expect(isRival(rival(1), { ...main, byRings: true })).toBe(false);
    expect(isRival(rival(1), main, [{ ...main, z: 2099 }])).toBe(false);
    expect(isRival(rival(1), main, [{ ...main, z: 2100 }])).toBe(true);
  });
});

describe('a doubt', () => {
  it('is raised by a frame with hardly any signal, and by a distance that is not certain', () => {
    expect(doubts({})).toBe('');
    expect(doubts({}, { signalShare: 0.00505 })).toBe('');
    expect(doubts({}, { signalShare: 0.00495 })).toMatch(/nothing to focus on/);
    expect(doubts({ certain: false })).toMatch(/no distance stands out/);
    expect(doubts({ byParts: true })).toMatch(
      /^no distance stands out in the frame as a whole, but parts .* agree on this one$/,
    );
  });

  it('is raised by a further plane that is not certain', () => {
    const at = (certain: boolean) => doubts({}, { further: [{ ...settled({ z: 2500 }), certain }] });
    expect([at(true), at(false)]).toEqual(['', expect.stringContaining('may be in focus at 2.5000 mm')]);
  });

  it('is raised by a depth of field of more than half the distance', () => {
    expect(doubts({ depthOfField: 499 })).toBe('');
    expect(doubts({ depthOfField: 501 })).toMatch(/hardly depends on it/);
  });

  it('is raised within half a depth of field of an end of the range', () => {
    expect(doubts({}, { from: 949 })).toBe('');
    expect(doubts({}, { from: 951 })).toMatch(/end of the search range/);
    expect(doubts({}, { beyond: true })).toMatch(/end of the search range/);
  });

  it('names the other distance and by how much it explains the hologram worse', () => {
    const range = { from: 100, to: 10_000, sign: 1, bothSides: false } as const;
    const contrast = { signalShare: 0.5 } as ContrastSpectrum;
    const said = focusDoubts(contrast, range, main, [rival(1.004)], [], false, focusSettings);
    expect(said).toEqual(['another distance, 2.0000 mm, explains the hologram nearly as well (0.4 % worse)']);
    expect(
      focusDoubts(contrast, { ...range, sign: -1 }, main, [rival(1.004)], [], false, focusSettings)[0],
    ).toMatch(/^another distance, -2\.0000 mm/);
  });

  it('is raised by a range on both sides of the sensor', () => {
    const range = { from: 0, to: 10_000, sign: 1, bothSides: true } as const;
    const said = focusDoubts(
      { signalShare: 0.5 } as ContrastSpectrum,
      range,
      main,
      [],
      [],
      false,
      focusSettings,
    );
    expect(said.join()).toMatch(/before or behind the sensor/);
  });
});

describe('the distance that a curve shows', () => {
  const z = [1000, 2000, 3000, 4000, 5000, 6000];
  /** of the phase's curve over the whole range */
  const best = (phase: readonly number[], focus: number, sign: 1 | -1 = 1) => {
    const sweep = { ...main.near, z, phase, absorbing: phase, amplitudeShare: phase };
    const range = { from: 1000, to: 6000, sign, bothSides: false } as const;
    return focusCurves(sweep, { ...main, near: sweep, z: focus }, range)[0]!.best_z_mm;
  };

  it('is its minimum inside, though an end is lower and nearer', () => {
    expect(best([0, 3, 2, 1, 2, 3], 1000)).toBe(4);
    expect(best([3, 2, 1, 2, 3, 0], 6000)).toBe(3);
  });

  it('is the nearest of several, and an end where there is none', () => {
    expect(best([3, 1, 2, 2, 1, 3], 3400)).toBe(2);
    expect(best([3, 1, 2, 2, 1, 3], 3600)).toBe(5);
    expect(best([1, 2, 3, 4, 5, 6], 3400)).toBe(1);
    expect(best([1, 2, 3, 4, 5, 6], 3600, -1)).toBe(-6);
  });

  it('is of the edges in the amplitude the least of a delay, the most of an absorber', () => {
    const sweep = { ...main.near, z, amplitudeShare: [2, 1, 2, 3, 2, 3] };
    const range = { from: 1000, to: 6000, sign: 1, bothSides: false } as const;
    const of = (kind: 'phase' | 'absorbing') => focusCurves(sweep, { ...main, kind, z: 3000 }, range)[2]!;
    expect(of('phase')).toMatchObject({ extremum: 'min', best_z_mm: 2 });
    expect(of('absorbing')).toMatchObject({ extremum: 'max', best_z_mm: 4 });
  });

  it('of a flat minimum is its last place', () => {
    expect(best([3, 1, 1, 2, 3, 4], 1000)).toBe(3);
  });
});
