import { parametric, type Mode } from './catalogue-entry.ts';
import type { Material } from './material.ts';
import { repeatsWithin } from './repeat.ts';
import { rectangle, squareWindow, type Box, type Shape } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

/** What repeats, and what its ground is. */
interface Pattern {
  readonly name: 'lines' | 'grid' | 'dots' | 'holes' | 'pillars';
  readonly what: string;
  readonly ground: 'clear' | 'opaque';
  /** of a period: how wide its areas are drawn, and how wide they may be as well, as nobody has to say it */
  readonly share: number;
  readonly others: readonly number[];
  readonly search: string;
}

/** Dots of any width are a quarter off a half of a period or off one of these at most. */
const ABOUT_HALF = [0.3, 0.7];
/** Of a ruling, which shows one direction alone, another width passes for another distance sooner: 0.62 did between 0.5 and 0.7. */
const TENTHS = [0.3, 0.4, 0.6, 0.7];

const patterns: readonly Pattern[] = [
  {
    ...{ name: 'lines', ground: 'clear', share: 0.5, others: TENTHS, search: 'ronchi%20ruling' },
    what: 'dark lines on glass, one beside the other',
  },
  {
    ...{
      name: 'grid',
      ground: 'opaque',
      share: 0.9,
      // lines of a twentieth were not found as lines of a tenth
      others: [0.95, 0.7, 0.5],
      search: 'grid%20distortion%20target',
    },
    what: 'dark lines on glass that cross at right angles',
  },
  {
    ...{
      name: 'dots',
      ground: 'clear',
      share: 0.5,
      others: ABOUT_HALF,
      search: 'dot%20grid%20distortion%20target',
    },
    what: 'round dark dots on glass in a square array',
  },
  {
    ...{ name: 'holes', ground: 'opaque', share: 0.5, others: ABOUT_HALF, search: 'pinhole%20array' },
    what: 'round holes in chrome or foil in a square array',
  },
  {
    ...{
      name: 'pillars',
      ground: 'clear',
      share: 0.5,
      others: ABOUT_HALF,
      search: 'afm%20calibration%20grating',
    },
    what: 'square pillars or holes of less than a quarter of the wavelength in a square array, seen in reflection',
  },
];

/** µm: of the drawing; what a part has, its owner says */
const EXAMPLE_UM = 50;
const LARGEST_FIELD = 20_000;
/** µm: where a fit of the height starts; nobody has to know it */
const PILLAR_UM = 0.08;

/**
 * Of areas nobody has to say the width: it is found among several. What is raised may be sunken as well: a fit does not come from one to the other, and the
 * wrong one fits as well on the other side of the sensor.
 */
function model(pattern: Pattern, certificate: Certificate = {}): TargetModel {
  const { share, others } = pattern;
  const drawn = (own: number) => drawnModel({ ...pattern, share: own }, certificate);
  const sunken = (own: number) => drawnModel({ ...pattern, share: own }, certificate, -PILLAR_UM);
  const below = pattern.name === 'pillars' ? [share, ...others].map(sunken) : [];
  return { ...drawn(share), otherWidths: [...below, ...others.map(drawn)] };
}

function drawnModel(
  { name, ground, share }: Pattern,
  certificate: Certificate,
  height_um = PILLAR_UM,
): TargetModel {
  const period = certificate.feature_size_um ?? EXAMPLE_UM;
  const tolerance_um = certificate.feature_tolerance_um ?? null;
  const width = share * period;
  const isRuling = name === 'lines';
  const isRaised = name === 'pillars';
  const material: Material = isRaised
    ? { kind: 'raised', height_um }
    : { kind: ground === 'clear' ? 'opaque' : 'clear' };
  const shapeAt = (x: number, y: number): Shape =>
    name === 'grid' || isRaised
      ? rectangle(x - width / 2, y - width / 2, width, width)
      : { kind: 'circle', centre: { x_um: x, y_um: y }, radius_um: width / 2 };
  const along = (from: number, to: number) => repeatsWithin(from, to, period, 0, width / 2);
  const band = (n: number): Shape => ({
    ...{ kind: 'band', centre: { x_um: n * period, y_um: 0 }, across: { x_um: 1, y_um: 0 } },
    width_um: width,
  });
  const area = (place: string, shape: Shape): Area => ({
    ...{ name: `${name} ${place}`, part: name, material, shape },
  });
  return {
    illumination: isRaised ? 'reflection' : 'transmission',
    ground: { kind: ground },
    field_um: { min: 5 * period, max: Math.max(5 * period, Math.min(LARGEST_FIELD, 100 * period)) },
    areas: ({ left_um, top_um, right_um, bottom_um }: Box) =>
      isRuling
        ? along(left_um, right_um).map((n) => area(`${n}`, band(n)))
        : along(top_um, bottom_um).flatMap((row) =>
            along(left_um, right_um).map((col) => area(`${col},${row}`, shapeAt(col * period, row * period))),
          ),
    lattices: [
      {
        ...{ origin: { x_um: 0, y_um: 0 }, a: { x_um: period, y_um: 0 }, tolerance_um, box: null },
        b: isRuling ? null : { x_um: 0, y_um: period },
      },
    ],
    rigid: 'whole',
    copies: 'one',
    edgesKnown: false,
    tolerance: { size_um: null, position_um: tolerance_um, height_share: null },
    determines: [
      ...(['scale', 'rotation'] as const),
      ...(isRuling ? [] : (['anisotropy', 'shear'] as const)),
      ...(['distance'] as const),
      ...(ground === 'clear' || name === 'grid' ? (['aberration'] as const) : []),
    ],
  };
}

function own(pattern: Pattern): Target {
  const { name, what, search } = pattern;
  // chrome or silicon would block the light that an in-line hologram interferes with
  const modes: readonly Mode[] =
    name === 'holes' || name === 'pillars' ? ['off-axis'] : ['off-axis', 'inline'];
  return {
    entry: {
      ...parametric,
      target_id: `own-${name}`,
      display_name: `Your own part: ${what}`,
      use_case: modes.at(-1)!,
      geometry_summary: `${what[0]!.toUpperCase()}${what.slice(1)}, of any period: say it as feature_size_um, its tolerance as part_tolerance or feature_tolerance_um, and the number of its certificate.`,
      feature_size_um: EXAMPLE_UM,
      buy_url: `https://www.edmundoptics.com/search/?criteria=${search}`,
      backup_buy_url: `https://www.thorlabs.com/search?q=${search}`,
      price_usd_range: [60, 600],
      matte: false,
      opaque: name === 'pillars',
      applicable_modes: modes,
    },
    sizeIs: 'the period, from the middle of one to the middle of the next',
    described: { min_um: 0.5, max_um: 5000 },
    model: (certificate) => model(pattern, certificate),
    drawing: {
      window: squareWindow(8 * EXAMPLE_UM),
      lengths: [
        {
          from: { x_um: 0, y_um: 0 },
          to: { x_um: EXAMPLE_UM, y_um: 0 },
          text: 'feature_size_um',
        },
      ],
    },
    assumed: [
      `how wide they are, drawn as ${pattern.share} of the period: only middles count in a fit`,
      'that the pattern goes on beyond the view',
      ...(name === 'lines' ? [] : ['that both periods are the same and at right angles']),
    ],
    hints: [
      'With certificate_k an uncertainty on a certificate counts as k standard uncertainties; without it the tolerance is a limit, and any value inside it as likely as another.',
      'Turn the pattern a few degrees away from the rows of the camera.',
    ],
  };
}

/** Lattices that a user describes: a period with its certificate makes any of them a target. */
export const ownLattices: readonly Target[] = patterns.map(own);
