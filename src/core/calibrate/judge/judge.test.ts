import { describe, expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import type { Area } from '../../targets/target-model.ts';
import { acceptable, type Evidence } from './judge.ts';

interface Finding {
  readonly target_id?: string;
  readonly explained: number;
  readonly found: number;
  readonly expected: number;
  /** pitch over nominal pitch */
  readonly scale?: number;
  /** px² and µm: see the fit */
  readonly zeta?: number;
  readonly wider_um?: number;
}

/** What a fit leaves behind, as far as the judge looks at it: off-axis, 1 µm pixels, in focus. */
function evidence(finding: Finding): Evidence {
  const { target_id = 'usaf-1951', explained, found, expected } = finding;
  const { scale = 1, zeta = 100, wider_um = 0 } = finding;
  const target = findTarget(target_id)!;
  const model = target.model();
  const look = { wider_um, cuts_um: 0, phaseScale: 1, contrast: 1 };
  const state = { places: [[1 / scale, 0, 0, 0, 1 / scale, 0]], zeta, blur: 0, pupil: null, look };
  const measured = { rows: 64, cols: 64, cell: 1, im: new Float64Array(1), filter: { pass: 0.1, stop: 0.1 } };
  const range = { from_um: 90, to_um: 110, rangeGiven: false };
  const nominal = { wavelength_um: 0.6, pitch_um: 1, magnification: 1, ...range };
  const parts: Area[] = model.areas({ left_um: -500, right_um: 500, top_um: -500, bottom_um: 500 });
  return {
    ...{ model, nominal, expected: parts.slice(0, expected), prepared: { noise: 0 } },
    final: { fit: { state, explained, meanSquare: 1 - explained }, measured },
    features: { found, expected },
    request: { target },
  } as unknown as Evidence;
}

describe('a fit is believed', () => {
  it('where the drawing explains most of the frame and most parts are found', () => {
    const { refusals } = acceptable(evidence({ explained: 0.9, found: 8, expected: 9 }));
    expect(refusals).toEqual([]);
  });

  it('where many different parts are found one by one, though figures beside them are not drawn', () => {
    const { refusals } = acceptable(evidence({ explained: 0.72, found: 74, expected: 74 }));
    expect(refusals).toEqual([]);
  });
});

describe('a fit is refused, with what was found and what was expected,', () => {
  it('where many parts of a pattern that repeats are found, but little is explained', () => {
    const { refusals } = acceptable(
      evidence({ target_id: 'ronchi-50', explained: 0.85, found: 30, expected: 30 }),
    );
    expect(refusals.join(' ')).toMatch(
      /explains 85 % .* at least 90 % .* 30 of 30 expected parts were found/,
    );
  });

  it('where parts are missing', () => {
    const { refusals } = acceptable(evidence({ explained: 0.95, found: 5, expected: 12 }));
    expect(refusals.join(' ')).toMatch(/5 of 12 expected parts .* at least 8 .* explains 95 %/);
  });

  it('where the size is another one', () => {
    const { refusals } = acceptable(evidence({ explained: 0.95, found: 9, expected: 9, scale: 1.08 }));
    expect(refusals.join(' ')).toMatch(/8\.0 % from the nominal size/);
  });

  it('where nothing says how much is explained', () => {
    const { refusals } = acceptable(evidence({ explained: NaN, found: 9, expected: 9 }));
    expect(refusals).not.toEqual([]);
  });
});

describe('what is just enough is believed and what is just too little is not:', () => {
  const enough = { explained: 0.99, found: 9, expected: 9 };
  const ruled = { target_id: 'ronchi-50', found: 30, expected: 30 };
  const many = { expected: 20, found: 18 };
  // half a depth of field, of 0.6 µm light within 0.1 cycles per pixel, around 90 to 110 µm
  const end = 110 + 0.5 / (0.6 * 0.1 * 0.1);
  const cases: [string, Finding, Finding][] = [
    ['what a drawing explains', { ...enough, explained: 0.8001 }, { ...enough, explained: 0.7999 }],
    ['what a lattice explains', { ...ruled, explained: 0.9001 }, { ...ruled, explained: 0.8999 }],
    [
      'what a ball explains',
      { target_id: 'bead-4um', explained: 0.9701, found: 1, expected: 1 },
      { target_id: 'bead-4um', explained: 0.9699, found: 1, expected: 1 },
    ],
    ['many parts, most of them found', { ...many, explained: 0.6001 }, { ...many, explained: 0.5999 }],
    ['how many are many', { ...many, explained: 0.7 }, { expected: 19, found: 19, explained: 0.7 }],
    ['how many are most', { ...many, explained: 0.7 }, { ...many, found: 17, explained: 0.7 }],
    ['parts that are found', { ...enough, expected: 10, found: 6 }, { ...enough, expected: 10, found: 5 }],
    [
      'periods in view',
      { ...ruled, explained: 0.95, expected: 4, found: 4 },
      { ...ruled, explained: 0.95, expected: 3, found: 3 },
    ],
    ['a larger size', { ...enough, scale: 1.0549 }, { ...enough, scale: 1.0551 }],
    ['a smaller size', { ...enough, scale: 0.9451 }, { ...enough, scale: 0.9449 }],
    ['the distance', { ...enough, zeta: end - 0.01 }, { ...enough, zeta: end + 0.01 }],
    // gaps of 10 µm, of which a quarter may be missing
    [
      'the width of lines',
      { ...ruled, explained: 0.95, wider_um: 2.49 },
      { ...ruled, explained: 0.95, wider_um: 2.51 },
    ],
  ];
  it.each(cases)('%s', (_, just, not) => {
    expect(acceptable(evidence(just)).refusals).toEqual([]);
    expect(acceptable(evidence(not)).refusals).not.toEqual([]);
  });
});
