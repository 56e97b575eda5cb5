import { barWidth } from './bar-width.ts';
import { parametric, type CatalogueEntry } from './catalogue-entry.ts';
import { boundsOf, boxesMeet, rectangle, type Box, type Point } from './shape.ts';
import type { Material } from './material.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

const GROUPS = { first: 2, last: 7 };
/** The bar whose width the catalogue gives: group 4 element 1, 16 line pairs per mm. */
const NAMED = { group: 4, element: 1 };
/** The groups lie in pairs, each pair a quarter of the last in size and inside it. */
const PAIRS = [2, 4, 6];
/**
 * How an element is laid out, in bars of its own: the rule fixes bars only. Here, and in what follows, as on the chart
 * of the recording usaf-lensless-405nm, which agrees with common drawings of the chart.
 */
const ELEMENT = { width: 12, height: 5, upright: 7, step: 7 };

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

/** The three bars each way of one element, 5 bar widths long and one apart, the lying ones on the outer side. */
function elementBars(group: number, element: number, corner: Point, bar: number, outer: 'left' | 'right') {
  const one = { group, element };
  const [lying, upright] = outer === 'left' ? [0, ELEMENT.upright] : [ELEMENT.upright, 0];
  return [0, 1, 2].flatMap((i): Bar[] => [
    {
      ...{ ...one, way: 'upright', number: i + 1, width_um: bar, height_um: 5 * bar },
      corner: { x_um: corner.x_um + (upright + 2 * i) * bar, y_um: corner.y_um },
    },
    {
      ...{ ...one, way: 'lying', number: i + 1, width_um: 5 * bar, height_um: bar },
      corner: { x_um: corner.x_um + lying * bar, y_um: corner.y_um + 2 * i * bar },
    },
  ]);
}

/** Side of the square that a pair of groups fills, µm: the left column is as high as the pair is wide. */
function sideOf(even: number): number {
  const steps = [2, 3, 4, 5].reduce((sum, element) => sum + ELEMENT.step * barWidth(even, element), 0);
  return steps + ELEMENT.height * barWidth(even, 6);
}

/**
 * Where the next pair lies in one, from its upper left corner: between the upright bars of the lower right element and
 * those of the first of the odd group, half way down. All pairs shrink towards one point, the origin.
 */
function cornerOf(even: number): Point {
  const next = { x_um: sideOf(even) - ELEMENT.width * barWidth(even, 1), y_um: (3 / 8) * sideOf(even) };
  return { x_um: (-4 / 3) * next.x_um, y_um: (-4 / 3) * next.y_um };
}

/**
 * A pair of groups: elements 2 to 6 of the even one down the left side and its first at the lower right, the odd one
 * down the right side.
 */
function pairBars(even: number, scale: number): Bar[] {
  const corner = cornerOf(even);
  const side = sideOf(even);
  const at = (x: number, y: number): Point => ({
    x_um: scale * (corner.x_um + x),
    y_um: scale * (corner.y_um + y),
  });
  const column = (group: number, elements: readonly number[], outer: 'left' | 'right'): Bar[] => {
    let y = 0;
    return elements.flatMap((element) => {
      const bar = barWidth(group, element);
      const x = outer === 'left' ? 0 : side - ELEMENT.width * bar;
      const bars = elementBars(group, element, at(x, y), scale * bar, outer);
      y += ELEMENT.step * bar;
      return bars;
    });
  };
  const first = barWidth(even, 1);
  const lower = at(side - ELEMENT.width * first, side - ELEMENT.height * first);
  return [
    ...elementBars(even, 1, lower, scale * first, 'right'),
    ...column(even, [2, 3, 4, 5, 6], 'left'),
    ...column(even + 1, [1, 2, 3, 4, 5, 6], 'right'),
  ];
}

/** The solid square beside element 2, as wide as what is left between the columns. */
function pairSquare(even: number, scale: number) {
  const corner = cornerOf(even);
  const left = (ELEMENT.width + 2) * barWidth(even, 2);
  const side = sideOf(even) - left - 7 * barWidth(even, 1);
  return rectangle(scale * (corner.x_um + left), scale * corner.y_um, scale * side, scale * side);
}

/** ± of widths and of what lies between lines, where a maker states it. */
const tolerances = {
  lbtek: { size_um: 0.5, position_um: 1 },
  thorlabs: { size_um: null, position_um: null },
  other: { size_um: null, position_um: null },
} as const;
type Maker = keyof typeof tolerances;

function model(
  polarity: 'positive' | 'negative',
  certificate: Certificate = {},
  maker: Maker | null = null,
): TargetModel {
  const scale = (certificate.feature_size_um ?? namedBar) / namedBar;
  const bars = PAIRS.flatMap((even) => pairBars(even, scale));
  const dark = polarity === 'positive';
  const material: Material = { kind: dark ? 'opaque' : 'clear' };
  const squares = PAIRS.map((even): Area => {
    const name = `square of groups ${even} and ${even + 1}`;
    return { name, part: name, material, shape: pairSquare(even, scale) };
  });
  const sets = bars.map(({ group, element, way, number, corner, width_um, height_um }): Area => {
    const part = `group ${group} element ${element}, ${way}`;
    return {
      ...{ name: `${part}, bar ${number}`, part, material },
      bar_um: Math.min(width_um, height_um),
      shape: rectangle(corner.x_um, corner.y_um, width_um, height_um),
    };
  });
  // bars first: a fit gives the first parts a place of their own, and a square is of no certified size
  const areas = [...sets, ...squares];
  const stated = tolerances[(certificate.maker ?? maker ?? 'other') as Maker];
  return {
    illumination: 'transmission',
    ground: { kind: dark ? 'clear' : 'opaque' },
    field_um: { min: 100, max: 6000 },
    areas: (window: Box) => areas.filter(({ shape }) => boxesMeet(window, boundsOf(shape))),
    lattices: [],
    rigid: 'part',
    copies: 'one',
    // the published tolerance of a width is several per cent of a fine bar: periods tell the scale, not widths
    edgesKnown: false,
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
  makers: Object.keys(tolerances),
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
    model: (certificate) => model('positive', certificate, 'lbtek'),
    hints: [
      'Say whose chart it is (maker): LBTEK states the tolerances above, others none on a page that could be found; a certificate is better than either.',
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
      backup_buy_url: 'https://www.thorlabs.com/newgrouppage9.cfm?objectgroup_id=4338',
      price_usd_range: [100, 300],
      opaque: true,
      applicable_modes: ['off-axis'],
    }),
    model: (certificate) => model('negative', certificate),
    hints: [
      'Only off-axis: inline, the chrome would block the light that the hologram interferes with.',
      'No tolerance is published here: take it from the certificate of the part.',
    ],
  },
];
