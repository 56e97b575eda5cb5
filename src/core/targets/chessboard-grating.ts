import { parametric } from './catalogue-entry.ts';
import { repeatsWithin } from './repeat.ts';
import { rectangle, squareWindow, type Box } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

const PITCH_UM = 3;
const PITCH_TOLERANCE_UM = 0.05;
/** For information only, says its maker. */
const HEIGHT_UM = 0.6;

function model({ feature_size_um, feature_tolerance_um }: Certificate = {}): TargetModel {
  const pitch = feature_size_um ?? PITCH_UM;
  const tolerance_um = feature_tolerance_um ?? PITCH_TOLERANCE_UM;
  const side = pitch / 2;
  return {
    illumination: 'reflection',
    ground: { kind: 'clear' },
    field_um: { min: 100, max: 300 },
    areas: ({ left_um, top_um, right_um, bottom_um }: Box): Area[] =>
      repeatsWithin(top_um, bottom_um, side, 0, side / 2).flatMap((row) =>
        repeatsWithin(left_um, right_um, side, 0, side / 2)
          .filter((col) => (row + col) % 2 === 0)
          .map((col) => ({
            name: `square ${col},${row}`,
            part: 'grating',
            material: { kind: 'raised', height_um: HEIGHT_UM },
            shape: rectangle((col - 0.5) * side, (row - 0.5) * side, side, side),
          })),
      ),
    lattices: [
      {
        origin: { x_um: 0, y_um: 0 },
        ...{ a: { x_um: side, y_um: side }, b: { x_um: side, y_um: -side } },
        // along a diagonal, half of the pitch in x and in y
        ...{ tolerance_um: tolerance_um / Math.sqrt(2), box: null },
      },
    ],
    rigid: 'whole',
    copies: 'one',
    edgesKnown: false,
    tolerance: { size_um: null, position_um: tolerance_um, height_share: null },
    determines: ['scale', 'rotation', 'anisotropy', 'shear', 'distance', 'aberration'],
  };
}

export const chessboardGrating: Target = {
  entry: {
    ...parametric,
    target_id: 'chessboard-grating-3um',
    display_name: 'Chessboard grating TGX1 on silicon, pitch 3 µm',
    use_case: 'off-axis',
    geometry_summary:
      'Raised squares like the black ones of a chessboard, pitch 3 ± 0.05 µm; height 0.6 µm for information only; chip 5 × 5 × 0.5 mm. Reflection only.',
    polygonal_faces: 4,
    internal_angles_deg: [90, 90, 90, 90],
    feature_size_um: PITCH_UM,
    feature_tolerance_um: PITCH_TOLERANCE_UM,
    thickness_um: 500,
    buy_url: 'https://scan-sens.com/products/view/tgx1',
    backup_buy_url: 'https://pra-ma.com/index.php/en/reticoli-calibrazione-it-2/afm-calibration/164-tgx1',
    price_usd_range: [150, 400],
    matte: false,
    opaque: true,
    applicable_modes: ['off-axis'],
  },
  sizeIs: 'the pitch along a row of the board: two squares',
  model,
  drawing: {
    window: squareWindow(6 * PITCH_UM),
    lengths: [
      {
        from: { x_um: -PITCH_UM / 4, y_um: 0 },
        to: { x_um: (3 * PITCH_UM) / 4, y_um: 0 },
        text: `pitch ${PITCH_UM} ± ${PITCH_TOLERANCE_UM} µm`,
      },
    ],
  },
  assumed: [
    'that raised and lower squares are equal and reflect alike',
    'that the pattern goes on beyond the view',
  ],
  hints: [
    'Reflection only, through a lens that resolves 3 µm well.',
    'Its height is not certified: it calibrates no phase.',
  ],
};
