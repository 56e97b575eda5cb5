import { expect, it } from 'vitest';
import type { Findings } from './findings.ts';
import { flagSettings } from './flag-settings.ts';
import { backgroundFlags } from './background-flags.ts';
import { frameFlags, sidebandFlags, turnFlags } from './flags.ts';

/** What the flags look at, of a frame in which all is well but for what is given. */
function findings({
  overlap = 0,
  share = 1,
  steep = 0,
  residues = 0,
  blank = 0,
  clouds = 0,
  rims = 0,
}): Findings {
  return {
    ...{
      blank,
      tears: [],
      turned: [],
      doubled: null,
      visibility: 1,
      hologram: { image: { fractionAtMaximum: 0 } },
    },
    sideband: { autocorrelationOverlap: overlap, isPatch: false, rival: null },
    budget: { overlap: null, detail: null, scatter: {}, surface: { median: 0 }, clouds: { median: clouds } },
    maps: {
      ...{ medianSigma: 0.1, steepFraction: steep, openTurns: { regions: [], share: rims } },
      unwrapping: { residueDensity: residues, untrustedFraction: 0 },
    },
    recipe: { phase_background: 'polynomial' },
    flat: { fit: { backgroundShare: share } },
  } as unknown as Findings;
}

const codes = (of: typeof turnFlags, given: Parameters<typeof findings>[0]) =>
  of(findings(given), flagSettings).map(({ code }) => code);

it.each([
  [
    'a twentieth of the power is the autocorrelation term',
    sidebandFlags,
    { overlap: 0.045 },
    { overlap: 0.055 },
  ],
  [
    'all but half of the uncertainty is what the background differs by',
    backgroundFlags,
    { clouds: 0.086 },
    { clouds: 0.088 },
  ],
  ['three tenths of the frame look like background', backgroundFlags, { share: 0.33 }, { share: 0.27 }],
  ['a two-thousandth of the samples is as steep as can be', turnFlags, { steep: 4.5e-4 }, { steep: 5.5e-4 }],
  ['a fiftieth of the frame is blank', frameFlags, { blank: 0.019 }, { blank: 0.021 }],
  ['a fiftieth of the frame are rims that part nothing', turnFlags, { rims: 0.019 }, { rims: 0.021 }],
  ['there are 0.15 residues a pixel', turnFlags, { residues: 0.14 }, { residues: 0.16 }],
] as const)('a person is told where %s, and not just before', (_, flags, before, beyond) => {
  expect(codes(flags, before)).toEqual([]);
  expect(codes(flags, beyond)).toHaveLength(1);
});

it('a blank part explains steep places', () => {
  expect(codes(turnFlags, { steep: 0.05 })).toEqual(['steep_phase']);
  expect(codes(turnFlags, { steep: 0.05, blank: 0.06 })).toEqual([]);
});

it('a background frame that is the hologram is told', () => {
  const same = { ...findings({}), dividedByItself: true } as Findings;
  expect(frameFlags(same, flagSettings).map(({ code }) => code)).toEqual(['background_is_hologram']);
});

it('names where a frame is torn, the first three places one by one', () => {
  const at = (lines: 'rows' | 'columns', line: number) => ({ lines, at: line, jump: -1.442 });
  const told = (tears: Findings['tears']) => {
    const [flag] = frameFlags({ ...findings({}), tears }, flagSettings);
    expect(flag!.code).toBe('frame_torn');
    return flag!.detail;
  };
  expect(told([at('rows', 200)])).toContain('jump by -1.44 rad from row 199 to row 200, all across');
  const four = told([at('rows', 8), at('rows', 30), at('columns', 5), at('columns', 70)]);
  expect(four).toContain('from column 4 to column 5, and at 1 more, all across');
});

it('no carrier keeps apart what reaches beyond a sixth of a cycle', () => {
  const crossing = (outwardRadius: number, x = 0.2) => {
    const all = findings({});
    const budget = { ...all.budget, overlap: { median: 0.1, length: null, rms: 0.1 } };
    const sideband = { ...all.sideband, carrier: { x, y: 0.1 }, outwardRadius };
    return sidebandFlags({ ...all, sideband, budget }, flagSettings)[0]!.detail;
  };
  expect(crossing(0.1)).toContain('A carrier of 0.300 cycles/px');
  expect(crossing(0.24)).toContain('text, a border');
  // one that is tilted enough folds back
  expect(crossing(0.14, 0.47)).toContain('magnify more');
  expect(crossing(0.16, 0.45)).toContain('A carrier of 0.480');
});

it('a twin that folds back into what was found is told', () => {
  const folds = (measuredRadius: number, passRadius: number) => {
    const all = findings({});
    const sideband = { ...all.sideband, twinRadius: 0.1, measuredRadius, passRadius };
    return sidebandFlags({ ...all, sideband }, flagSettings).map(({ code }) => code);
  };
  expect(folds(0.15, 0.1)).toEqual(['twin_folds_back']);
  expect(folds(0.09, 0.1)).toEqual([]);
  expect(folds(0.15, 0.08)).toEqual([]);
});

it('tells of lines that shook, by how much, and of how many too little shows', () => {
  const turned = [
    {
      lines: 'rows' as const,
      turns: Float64Array.of(0.1, -0.1, 0.1, 0),
      open: Uint8Array.of(0, 0, 0, 1),
    },
  ];
  const [flag] = frameFlags({ ...findings({}), turned }, flagSettings);
  expect(flag!.code).toBe('frame_shaken');
  expect(flag!.detail).toContain('by 0.100 rad');
  expect(flag!.detail).toContain('but for 25 % of them');
});
