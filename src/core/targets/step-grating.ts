import { parametric } from './catalogue-entry.ts';
import { repeatsWithin } from './repeat.ts';
import { rectangle, squareWindow, type Box } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

const PITCH_UM = 10;
const PITCH_TOLERANCE_UM = 0.1;
/** The pattern's own extent, in the middle of the chip; its inner field has other patterns of half the pitch. */
const PATTERN_UM = 1000;
const INNER_FIELD_UM = 500;

function model(
  height_um: number,
  height_share: number,
  { feature_size_um, feature_tolerance_um }: Certificate,
): TargetModel {
  const pitch = feature_size_um ?? PITCH_UM;
  const tolerance_um = feature_tolerance_um ?? PITCH_TOLERANCE_UM;
  const side = pitch / 2;
  return {
    illumination: 'reflection',
    ground: { kind: 'clear' },
    field_um: { min: 50, max: (PATTERN_UM - INNER_FIELD_UM) / 2 },
    areas: ({ left_um, top_um, right_um, bottom_um }: Box): Area[] =>
      repeatsWithin(top_um, bottom_um, pitch, 0, side / 2).flatMap((row) =>
        repeatsWithin(left_um, right_um, pitch, 0, side / 2).map((col) => ({
          name: `pillar ${col},${row}`,
          part: 'grating',
          material: { kind: 'raised', height_um },
          shape: rectangle(col * pitch - side / 2, row * pitch - side / 2, side, side),
        })),
      ),
    lattices: [
      {
        ...{ origin: { x_um: 0, y_um: 0 }, a: { x_um: pitch, y_um: 0 }, b: { x_um: 0, y_um: pitch } },
        ...{ tolerance_um, box: null },
      },
    ],
    rigid: 'whole',
    copies: 'one',
    edgesKnown: false,
    tolerance: { size_um: null, position_um: tolerance_um, height_share },
    determines: ['scale', 'rotation', 'anisotropy', 'shear', 'distance', 'aberration', 'phase_scale'],
  };
}

function stepGrating(part: string, height_nm: number, height_share: number): Target {
  return {
    entry: {
      ...parametric,
      target_id: `step-grating-${height_nm}nm`,
      display_name: `Step grating ${part}: SiO₂ steps of about ${height_nm} nm on silicon`,
      use_case: 'off-axis',
      geometry_summary: `Square pillars of about ${height_nm} nm (${100 * height_share} %), pitch ${PITCH_UM} ± ${PITCH_TOLERANCE_UM} µm both ways; chip 5 × 5 × 0.3 mm, pattern 1 × 1 mm, of which the inner ${INNER_FIELD_UM} µm hold lines, round pillars and holes of half the pitch. Reflection only: height = phase × λ / 4π. The maker’s page is that of the whole series: order ${part}.`,
      feature_size_um: PITCH_UM,
      feature_tolerance_um: PITCH_TOLERANCE_UM,
      thickness_um: 300,
      // the page of the whole series, named after one of its parts: none of its own is known for the others
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
      'that pillars are half a pitch wide: their maker draws them so and states no width',
      'that the view lies beside the inner field, and where pillars stand, not the holes',
      'that steps and ground reflect alike',
    ],
    hints: [
      'Reflection only: light can’t pass the chip.',
      `Bring the outer field of square pillars into view: the lines are in the inner ${INNER_FIELD_UM} µm, at half the pitch.`,
      `The phase scale is that of steps of ${height_nm} nm: where the certificate of the chip states another height, multiply it by that height over ${height_nm} nm.`,
    ],
  };
}

/** TGXYZ03 with its 500 nm is not listed: a step of more than λ/4 can’t be told from one that is λ/2 lower. */
export const stepGratings: readonly Target[] = [
  stepGrating('TGXYZ01', 20, 0.02),
  stepGrating('TGXYZ02', 100, 0.03),
];
