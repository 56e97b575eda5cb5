import { parametric } from './catalogue-entry.ts';
import { repeatsWithin } from './repeat.ts';
import { rectangle, squareWindow, type Box } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

/** How wide the lines are drawn, as a share of the pitch: not published, see `assumed`. */
const DRAWN_LINE_SHARE = 0.1;
/** How wide they may be as well: lines of a twentieth were not found in-line as lines of a tenth. */
const OTHER_LINE_SHARES = [0.05, 0.2];

function model(pitch: number, field_um: TargetModel['field_um'], certificate: Certificate): TargetModel {
  const drawn = (share: number) => drawnModel(share, pitch, field_um, certificate);
  return { ...drawn(DRAWN_LINE_SHARE), otherWidths: OTHER_LINE_SHARES.map(drawn) };
}

function drawnModel(
  share: number,
  pitch: number,
  field_um: TargetModel['field_um'],
  { feature_tolerance_um }: Certificate,
): TargetModel {
  const tolerance_um = feature_tolerance_um ?? null;
  const opening = (1 - share) * pitch;
  return {
    illumination: 'transmission',
    ground: { kind: 'opaque' },
    field_um,
    areas: ({ left_um, top_um, right_um, bottom_um }: Box): Area[] =>
      repeatsWithin(top_um, bottom_um, pitch, pitch / 2, opening / 2).flatMap((row) =>
        repeatsWithin(left_um, right_um, pitch, pitch / 2, opening / 2).map((col) => ({
          name: `opening ${col},${row}`,
          part: 'grid',
          material: { kind: 'clear' },
          shape: rectangle(
            ...([(col + 0.5) * pitch - opening / 2, (row + 0.5) * pitch - opening / 2] as const),
            ...([opening, opening] as const),
          ),
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
    tolerance: { size_um: null, position_um: tolerance_um, height_share: null },
    determines: ['scale', 'rotation', 'anisotropy', 'shear', 'distance', 'aberration'],
  };
}

function grid(pitch: number, field_um: TargetModel['field_um']): Target {
  return {
    entry: {
      ...parametric,
      target_id: `distortion-grid-${pitch}um`,
      display_name: `Grid distortion target R1L3S3P, the grid of ${pitch} µm pitch`,
      use_case: 'inline',
      geometry_summary: `Thin chrome lines on glass that cross at right angles every ${pitch} µm.`,
      polygonal_faces: 4,
      internal_angles_deg: [90, 90, 90, 90],
      feature_size_um: pitch,
      buy_url: 'https://thorlabs.com/thorproduct.cfm?partnumber=R1L3S3P',
      backup_buy_url: 'https://www.edmundoptics.com/search/?criteria=grid%20distortion%20target',
      price_usd_range: [100, 300],
      matte: false,
      opaque: false,
      applicable_modes: ['off-axis', 'inline'],
    },
    sizeIs: 'the pitch of the lines, both ways',
    model: (certificate = {}) => model(certificate.feature_size_um ?? pitch, field_um, certificate),
    drawing: {
      window: squareWindow(8 * pitch),
      lengths: [{ from: { x_um: 0, y_um: 0 }, to: { x_um: pitch, y_um: 0 }, text: `pitch ${pitch} µm` }],
    },
    assumed: [
      'the width of the lines, drawn as a tenth of the pitch, in-line looked for at half and twice of that as well: only the middles of lines count in a fit',
      'that the grid goes on beyond the view',
    ],
    hints: [
      'The best choice where x and y may have different scales: both are measured, and the angle between them.',
      'Turn the lines a few degrees away from the rows of the camera.',
    ],
  };
}

/** The two pitches of one slide that users name. */
export const distortionGrids: readonly Target[] = [
  grid(50, { min: 200, max: 2000 }),
  grid(500, { min: 1500, max: 6000 }),
];
