import { barWidth } from './bar-width.ts';
import { parametric, type CatalogueEntry } from './catalogue-entry.ts';
import { boundsOf, boxesMeet, rectangle, type Box, type Point } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

const GROUPS = { first: 2, last: 7 };
/** The bar whose width the catalogue gives: group 4 element 1, 16 line pairs per mm. */
const NAMED = { group: 4, element: 1 };
/** The groups lie in pairs, each pair a quarter of the last in size, in the middle of it. */
const PAIRS = [2, 4, 6];
/** What the layout is drawn with, in bars of the first element of a pair. The rule fixes bars only, not the layout. */
const LAYOUT = { width: 23, height: 21.5, middle: { x: 13.6, y: 7 }, lower: { x: 12, y: 16.5 } };

interface Bar {
  readonly group: number;
  readonly element: number;
  readonly way: 'upright' | 'lying';
  /** 1 to 3 */
  readonly number: number;
  readonly corner: Point;
  readonly width_um: number;
  readonly height_um: number;
}

/** The three bars each way of one element, from its upper left corner: 5 bar widths long, one apart. */
function elementBars(group: number, element: number, corner: Point, bar: number): Bar[] {
  const one = { group, element };
  return [0, 1, 2].flatMap((i): Bar[] => [
    {
      ...{ ...one, way: 'upright', number: i + 1, width_um: bar, height_um: 5 * bar },
      corner: { x_um: corner.x_um + 2 * i * bar, y_um: corner.y_um },
    },
    {
      ...{ ...one, way: 'lying', number: i + 1, width_um: 5 * bar, height_um: bar },
      corner: { x_um: corner.x_um + 6 * bar, y_um: corner.y_um + 2 * i * bar },
    },
  ]);
}

/**
 * A pair of groups: elements 2 to 6 of the even one down the left side and its first at the lower right, the odd one
 * down the right side; all scaled, around the middle of the next pair.
 */
function pairBars(even: number, scale: number): Bar[] {
  const unit = scale * barWidth(even, 1);
  const place = (x: number, y: number): Point => ({
    x_um: (x - LAYOUT.middle.x) * unit,
    y_um: (y - LAYOUT.middle.y) * unit,
  });
  const column = (group: number, elements: readonly number[], right: boolean): Bar[] => {
    let y = 0;
    return elements.flatMap((element) => {
      const bar = (scale * barWidth(group, element)) / unit;
      const bars = elementBars(group, element, place(right ? LAYOUT.width - 11 * bar : 0, y), bar * unit);
      y += 6 * bar;
      return bars;
    });
  };
  return [
    ...elementBars(even, 1, place(LAYOUT.lower.x, LAYOUT.lower.y), unit),
    ...column(even, [2, 3, 4, 5, 6], false),
    ...column(even + 1, [1, 2, 3, 4, 5, 6], true),
  ];
}

function model(
  polarity: 'positive' | 'negative',
  certificate: Certificate = {},
  published = true,
): TargetModel {
  const scale = (certificate.feature_size_um ?? namedBar) / namedBar;
  const bars = PAIRS.flatMap((even) => pairBars(even, scale));
  const dark = polarity === 'positive';
  const areas = bars.map(({ group, element, way, number, corner, width_um, height_um }): Area => {
    const part = `group ${group} element ${element}, ${way}`;
    return {
      ...{ name: `${part}, bar ${number}`, part, material: { kind: dark ? 'opaque' : 'clear' } },
      shape: rectangle(corner.x_um, corner.y_um, width_um, height_um),
    };
  });
  const stated = published ? { size_um: 0.5, position_um: 1 } : { size_um: null, position_um: null };
  return {
    illumination: 'transmission',
    ground: { kind: dark ? 'clear' : 'opaque' },
    field_um: { min: 100, max: 6000 },
    areas: (window: Box) => areas.filter(({ shape }) => boxesMeet(window, boundsOf(shape))),
    lattices: [],
    rigid: 'part',
    copies: 'one',
    edgesKnown: true,
    tolerance: {
      size_um: certificate.feature_tolerance_um ?? stated.size_um,
      position_um: certificate.feature_tolerance_um ?? stated.position_um,
      height_share: null,
    },
    determines: [
      ...(['scale', 'rotation', 'anisotropy', 'shear', 'distance'] as const),
      ...(dark ? (['aberration'] as const) : []),
    ],
  };
}

const namedBar = barWidth(NAMED.group, NAMED.element);
const groups = `groups ${GROUPS.first} to ${GROUPS.last}`;
const thorlabs = (part: string) => `https://thorlabs.com/thorproduct.cfm?partnumber=${part}`;

const shared = {
  ...parametric,
  feature_size_um: namedBar,
  matte: false,
} as const;

function entry(own: Omit<CatalogueEntry, keyof typeof shared>): CatalogueEntry {
  return { ...own, ...shared };
}

const drawing = {
  window: { left_um: -1950, right_um: 1500, top_um: -1150, bottom_um: 2300 },
  lengths: pairBars(2, 1)
    .filter(({ element, way, number }) => element === 1 && way === 'lying' && number === 3)
    .slice(0, 1)
    .map(({ corner, width_um, height_um }) => ({
      from: { x_um: corner.x_um, y_um: corner.y_um + height_um },
      to: { x_um: corner.x_um + width_um, y_um: corner.y_um + height_um },
      text: `group 2 element 1: bars ${barWidth(2, 1)} × ${5 * barWidth(2, 1)} µm`,
    })),
};

const common = {
  sizeIs: 'the width of a bar of group 4 element 1; the whole chart scales with it',
  drawing,
  assumed: ['where the elements lie on the chart; only the bars of one set keep their places to each other'],
};

/** MIL-STD-150A charts, `usaf-1951` (chrome bars) and `usaf-1951-negative` (clear bars in chrome). */
export const usaf1951: readonly Target[] = [
  {
    ...common,
    entry: entry({
      target_id: 'usaf-1951',
      display_name: '1951 USAF resolution target, positive (chrome bars on glass)',
      use_case: 'inline',
      geometry_summary:
        `Sets of three bars, 2^(group + (element − 1)/6) line pairs per mm, bars five times as long as wide, ${groups}; ` +
        'line pitch ±1.0 µm, line width ±0.5 µm (LBTEK). Chrome on soda-lime glass, Ø 25.4 mm.',
      feature_tolerance_um: 0.5,
      thickness_um: 1000,
      buy_url: 'https://lbtek.com/product/417.html',
      backup_buy_url: thorlabs('R1DS1P'),
      price_usd_range: [30, 300],
      opaque: false,
      applicable_modes: ['off-axis', 'inline'],
    }),
    model: (certificate) => model('positive', certificate),
    hints: [
      'Bring the finest group that the rig resolves to the middle, with as many elements in view as fit.',
      'Chrome side towards the camera; the height of the chrome is not certified, so it says nothing about phase.',
    ],
  },
  {
    ...common,
    entry: entry({
      target_id: 'usaf-1951-negative',
      display_name: '1951 USAF resolution target, negative (clear bars in chrome)',
      use_case: 'off-axis',
      geometry_summary:
        `Sets of three clear bars in chrome, 2^(group + (element − 1)/6) line pairs per mm, bars five times as long as ` +
        `wide, ${groups} drawn; Ø 1 inch.`,
      buy_url: thorlabs('R1DS1N'),
      price_usd_range: [100, 300],
      opaque: true,
      applicable_modes: ['off-axis'],
    }),
    model: (certificate) => model('negative', certificate, false),
    hints: [
      'Only off-axis: inline, the chrome would block the light that the hologram interferes with.',
      'No tolerance is published here: take it from the certificate of the part.',
    ],
  },
];
