import { parametric } from './catalogue-entry.ts';
import { repeatsWithin } from './repeat.ts';
import { squareWindow, type Box } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

const PITCH_UM = 10;
const PITCH_TOLERANCE_UM = 0.1;
/** The pattern's own extent, in the middle of the chip. */
const PATTERN_UM = 1000;

function model(
  height_um: number,
  height_share: number,
  { feature_size_um, feature_tolerance_um }: Certificate,
): TargetModel {
  const pitch = feature_size_um ?? PITCH_UM;
  const tolerance_um = feature_tolerance_um ?? PITCH_TOLERANCE_UM;
  const width = pitch / 2;
  return {
    illumination: 'reflection',
    ground: { kind: 'clear' },
    field_um: { min: 100, max: PATTERN_UM },
    areas: ({ left_um, right_um }: Box): Area[] =>
      repeatsWithin(left_um, right_um, pitch, 0, width / 2)
        .filter((n) => Math.abs(n * pitch) + width / 2 <= PATTERN_UM / 2)
        .map((n) => ({
          name: `step ${n}`,
          part: 'grating',
          material: { kind: 'raised', height_um },
          shape: {
            ...{ kind: 'band', centre: { x_um: n * pitch, y_um: 0 } },
            ...{ across: { x_um: 1, y_um: 0 }, width_um: width },
          },
        })),
    lattices: [
      {
        ...{ origin: { x_um: 0, y_um: 0 }, a: { x_um: pitch, y_um: 0 }, b: null, tolerance_um },
        box: squareWindow(PATTERN_UM),
      },
    ],
    rigid: 'whole',
    copies: 'one',
    edgesKnown: false,
    tolerance: { size_um: null, position_um: tolerance_um, height_share },
    determines: ['scale', 'rotation', 'distance', 'aberration', 'phase_scale'],
  };
}

function stepGrating(part: string, height_nm: number, height_share: number): Target {
  return {
    entry: {
      ...parametric,
      target_id: `step-grating-${height_nm}nm`,
      display_name: `Step grating ${part}: SiO₂ steps of about ${height_nm} nm on silicon`,
      use_case: 'off-axis',
      geometry_summary: `Steps of about ${height_nm} nm (${100 * height_share} %), pitch ${PITCH_UM} ± ${PITCH_TOLERANCE_UM} µm; chip 5 × 5 × 0.3 mm, pattern 1 × 1 mm. Reflection only: height = phase × λ / 4π.`,
      feature_size_um: PITCH_UM,
      feature_tolerance_um: PITCH_TOLERANCE_UM,
      thickness_um: 300,
      buy_url: 'https://en.shop.imc-systems.ru/market/item/TGXYZ02/',
      backup_buy_url: 'https://pra-ma.com/index.php/en/reticoli-calibrazione-it-2/afm-calibration',
      price_usd_range: [200, 500],
      matte: false,
      opaque: true,
      applicable_modes: ['off-axis'],
    },
    sizeIs: 'the pitch of the coarser pattern',
    model: (certificate = {}) => model(height_nm / 1000, height_share, certificate),
    drawing: {
      window: squareWindow(8 * PITCH_UM),
      lengths: [
        {
          from: { x_um: -PITCH_UM / 2, y_um: 0 },
          to: { x_um: PITCH_UM / 2, y_um: 0 },
          text: `pitch ${PITCH_UM} ± ${PITCH_TOLERANCE_UM} µm, height about ${height_nm} nm`,
        },
      ],
    },
    assumed: [
      'that the pattern is of straight lines, half a pitch wide, all over its square millimetre',
      'that steps and ground reflect alike',
    ],
    hints: [
      'Reflection only: light can’t pass the chip.',
      'The height on the certificate of the chip calibrates the phase scale.',
    ],
  };
}

/** TGXYZ03 with its 500 nm is not listed: a step of more than λ/4 can’t be told from one that is λ/2 lower. */
export const stepGratings: readonly Target[] = [
  stepGrating('TGXYZ01', 20, 0.02),
  stepGrating('TGXYZ02', 100, 0.03),
];
