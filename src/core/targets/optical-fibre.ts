import { parametric } from './catalogue-entry.ts';
import { boxesMeet, boundsOf, squareWindow, type Band, type Box } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

const CLADDING_UM = 125;
const TOLERANCE_UM = 0.7;

function model({ feature_size_um, feature_tolerance_um }: Certificate = {}): TargetModel {
  const shape: Band = {
    ...{ kind: 'band', centre: { x_um: 0, y_um: 0 }, across: { x_um: 1, y_um: 0 } },
    width_um: feature_size_um ?? CLADDING_UM,
  };
  const cladding: Area = { name: 'cladding', part: 'fibre', material: { kind: 'opaque' }, shape };
  return {
    illumination: 'transmission',
    ground: { kind: 'clear' },
    field_um: { min: 200, max: 2000 },
    areas: (window: Box) => (boxesMeet(window, boundsOf(shape)) ? [cladding] : []),
    lattices: [],
    rigid: 'whole',
    copies: 'one',
    edgesKnown: true,
    tolerance: { size_um: feature_tolerance_um ?? TOLERANCE_UM, position_um: null, height_share: null },
    determines: ['scale', 'rotation', 'distance', 'aberration'],
  };
}

export const opticalFibre: Target = {
  entry: {
    ...parametric,
    target_id: 'fibre-125um',
    display_name: 'Single-mode optical fibre G.657, stripped: cladding of 125 µm',
    use_case: 'inline',
    geometry_summary:
      'A straight glass cylinder, cladding 125.0 ± 0.7 µm in diameter; refractive index about 1.457.',
    feature_size_um: CLADDING_UM,
    feature_tolerance_um: TOLERANCE_UM,
    thickness_um: CLADDING_UM,
    buy_url: 'https://sinocomms.com/en/product/single-mode-g657-optical-fiber',
    backup_buy_url: 'https://www.thorlabs.com/search?q=single%20mode%20fiber',
    price_usd_range: [0, 5],
    matte: false,
    opaque: false,
    applicable_modes: ['off-axis', 'inline'],
  },
  sizeIs: 'the diameter of the cladding',
  model,
  drawing: {
    window: squareWindow(400),
    lengths: [
      {
        from: { x_um: -CLADDING_UM / 2, y_um: 0 },
        to: { x_um: CLADDING_UM / 2, y_um: 0 },
        text: 'cladding 125.0 ± 0.7 µm',
      },
    ],
  },
  assumed: [
    'that it is dark: in air it bends nearly all light out of the lens. The bright line along its axis is not drawn, so only its two edges count',
  ],
  hints: [
    'Strip the coating and clean the fibre; lay it straight across the view, some degrees from the rows of the camera.',
    'It measures the pitch across itself to about 0.6 %, its own tolerance, and nothing along itself.',
  ],
};
