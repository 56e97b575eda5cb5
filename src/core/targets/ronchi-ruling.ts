import { parametric } from './catalogue-entry.ts';
import { repeatsWithin } from './repeat.ts';
import { squareWindow, type Box } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

/** A view holds at least five periods and shows one with at least some ten pixels. */
const PERIODS_IN_VIEW = { least: 5, most: 100 };
const LARGEST_FIELD = 6000;

/** Lines as wide as the gaps between them. */
export function rulingModel(nominal_um: number, certificate: Certificate = {}): TargetModel {
  const period = certificate.feature_size_um ?? nominal_um;
  const width = period / 2;
  return {
    illumination: 'transmission',
    ground: { kind: 'clear' },
    field_um: {
      min: PERIODS_IN_VIEW.least * nominal_um,
      max: Math.min(LARGEST_FIELD, PERIODS_IN_VIEW.most * nominal_um),
    },
    areas: ({ left_um, right_um }: Box): Area[] =>
      repeatsWithin(left_um, right_um, period, 0, width / 2).map((n) => ({
        name: `line ${n}`,
        part: 'ruling',
        material: { kind: 'opaque' },
        shape: {
          ...{ kind: 'band', centre: { x_um: n * period, y_um: 0 } },
          ...{ across: { x_um: 1, y_um: 0 }, width_um: width },
        },
      })),
    lattices: [
      {
        ...{ origin: { x_um: 0, y_um: 0 }, a: { x_um: period, y_um: 0 }, b: null, box: null },
        tolerance_um: certificate.feature_tolerance_um ?? null,
      },
    ],
    rigid: 'whole',
    copies: 'one',
    edgesKnown: false,
    tolerance: { size_um: null, position_um: certificate.feature_tolerance_um ?? null, height_share: null },
    determines: ['scale', 'rotation', 'distance', 'aberration'],
  };
}

function ruling(linesPerMm: number): Target {
  const period = 1000 / linesPerMm;
  return {
    entry: {
      ...parametric,
      target_id: `ronchi-${linesPerMm}`,
      display_name: `Ronchi ruling, ${linesPerMm} line pairs per mm (chrome on glass)`,
      use_case: 'inline',
      geometry_summary: `Straight lines as wide as the gaps between them, one period of ${period} µm throughout. Order it with ${linesPerMm} line pairs per mm, or give the period of another as feature_size_um.`,
      feature_size_um: period,
      buy_url: 'https://www.edmundoptics.com/search/?criteria=ronchi%20ruling',
      backup_buy_url: 'https://www.thorlabs.com/search?q=ronchi%20ruling',
      price_usd_range: [60, 300],
      matte: false,
      opaque: false,
      applicable_modes: ['off-axis', 'inline'],
    },
    sizeIs: 'the period',
    model: (certificate) => rulingModel(period, certificate),
    drawing: {
      window: squareWindow(10 * period),
      lengths: [
        {
          from: { x_um: -period / 2, y_um: 0 },
          to: { x_um: period / 2, y_um: 0 },
          text: `period ${period} µm`,
        },
      ],
    },
    assumed: ['that a line is exactly half a period wide: etching makes it a little wider or narrower'],
    hints: [
      'It measures the pitch across its lines and nothing along them: use a grid or a chart where x and y may differ.',
      'Turn the lines a few degrees away from the rows of the camera.',
    ],
  };
}

/** Coarse for wide views, fine for a microscope. */
export const ronchiRulings: readonly Target[] = [ruling(10), ruling(50)];
