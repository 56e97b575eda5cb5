import { parametric } from './catalogue-entry.ts';
import { rulingModel } from './ronchi-ruling.ts';
import { repeatsWithin } from './repeat.ts';
import { rectangle, type Box } from './shape.ts';
import type { Area, Certificate, Ends, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

const DIVISION_UM = 100;
const DIVISIONS = 200;
/** How the lines are drawn; neither is published, see `assumed`. */
const DRAWN_LINE = { width_um: 10, length_um: 400 };
const asDrawn: Ends = () => [-DRAWN_LINE.length_um / 2, DRAWN_LINE.length_um / 2];

function model(certificate: Certificate = {}, ends: Ends = asDrawn): TargetModel {
  const division = certificate.feature_size_um ?? DIVISION_UM;
  const tolerance_um = certificate.feature_tolerance_um ?? null;
  const { width_um } = DRAWN_LINE;
  const end = (DIVISIONS / 2) * division;
  return {
    illumination: 'transmission',
    ground: { kind: 'clear' },
    field_um: { min: 5 * DIVISION_UM, max: 6000 },
    areas: ({ left_um, top_um, right_um, bottom_um }: Box): Area[] =>
      repeatsWithin(left_um, right_um, division, 0, width_um / 2)
        .filter((n) => Math.abs(n) <= DIVISIONS / 2)
        .flatMap((n) => {
          const name = `line ${n + DIVISIONS / 2}`;
          const [from, to] = ends(name);
          if (top_um >= to || bottom_um <= from) return [];
          const shape = rectangle(n * division - width_um / 2, from, width_um, to - from);
          return [{ name, part: 'scale', material: { kind: 'opaque' } as const, shape }];
        }),
    lattices: [
      {
        ...{ origin: { x_um: 0, y_um: 0 }, a: { x_um: division, y_um: 0 }, b: null, tolerance_um },
        box: { left_um: -end, right_um: end, top_um: asDrawn('')[0], bottom_um: asDrawn('')[1] },
      },
    ],
    rigid: 'whole',
    copies: 'one',
    edgesKnown: false,
    tolerance: { size_um: null, position_um: tolerance_um, height_share: null },
    determines: ['scale', 'rotation', 'distance', 'aberration'],
    withLines: (own) => model(certificate, own),
    lookalike: {
      name: `A ruling of the same period, whose lines are as wide as the gaps between them,`,
      model: rulingModel(division, certificate),
    },
  };
}

export const stageMicrometer: Target = {
  entry: {
    ...parametric,
    target_id: 'stage-micrometer-100um',
    display_name: 'Stage micrometer, 200 divisions of 0.1 mm (Levenhuk CSS1, item 82854)',
    use_case: 'inline',
    geometry_summary: 'A scale of 200 divisions of 0.1 mm on glass, Ø 24 mm.',
    feature_size_um: DIVISION_UM,
    buy_url:
      'https://www.optics-pro.com/blank-slides-cover-plates/levenhuk-slide-for-calibration-of-stereo-microscopes-css1/p,82854',
    backup_buy_url: 'https://www.edmundoptics.com/search/?criteria=stage%20micrometer',
    price_usd_range: [15, 40],
    matte: false,
    opaque: false,
    applicable_modes: ['off-axis', 'inline'],
  },
  sizeIs: 'one division, from the middle of a line to the middle of the next',
  model: (certificate) => model(certificate),
  drawing: {
    window: { left_um: -600, right_um: 600, top_um: -400, bottom_um: 400 },
    lengths: [
      {
        from: { x_um: 0, y_um: 250 },
        to: { x_um: DIVISION_UM, y_um: 250 },
        text: `division ${DIVISION_UM} µm`,
      },
    ],
  },
  assumed: [
    `that lines are ${DRAWN_LINE.width_um} µm wide: only their middles count; drawn as ${DRAWN_LINE.length_um} µm long, each is taken to end where the frame shows it; figures beyond their ends are found in the frame in-line, and left out`,
  ],
  hints: [
    'The cheapest way to a scale; it measures the pitch along the scale and nothing across it.',
    'Two lines in view are enough, each for as long as they lie apart; they may leave the view, and are then taken to end where most others do that go farther.',
    'Where the maker gives no tolerance, the uncertainty of the pitch can’t include one: enter the certificate’s.',
  ],
};
