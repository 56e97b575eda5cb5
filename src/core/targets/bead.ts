import { parametric } from './catalogue-entry.ts';
import { boundsOf, boxesMeet, squareWindow, type Box, type Circle } from './shape.ts';
import type { Area, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

/** At 589 nm: polystyrene as the certificate of the beads says, water at 20 °C from tables. */
const INDEX = { bead: 1.59, water: 1.333 };

function model(diameter: number, tolerance_um: number, field_um: TargetModel['field_um']): TargetModel {
  const shape: Circle = { kind: 'circle', centre: { x_um: 0, y_um: 0 }, radius_um: diameter / 2 };
  const bead: Area = {
    name: 'bead',
    part: 'bead',
    shape,
    material: {
      ...{ kind: 'body', height_um: diameter, profile: 'ball' },
      ...{ refractive_index: INDEX.bead, medium_index: INDEX.water },
    },
  };
  return {
    illumination: 'transmission',
    ground: { kind: 'clear' },
    field_um,
    areas: (window: Box) => (boxesMeet(window, boundsOf(shape)) ? [bead] : []),
    lattices: [],
    rigid: 'part',
    copies: 'scattered',
    edgesKnown: true,
    tolerance: { size_um: tolerance_um, position_um: null, height_share: tolerance_um / diameter },
    determines: ['scale', 'anisotropy', 'distance', 'aberration', 'phase_scale'],
  };
}

function bead(
  target_id: string,
  lot: string,
  diameter: number,
  tolerance: number,
  field_um: TargetModel['field_um'],
): Target {
  return {
    entry: {
      ...parametric,
      target_id,
      display_name: `Polystyrene beads ${lot}, ${diameter} µm, in water`,
      use_case: 'off-axis',
      geometry_summary: `Balls of ${diameter} ± ${tolerance} µm diameter, refractive index 1.59 at 589 nm; 10 ml, 1 % by weight. The value belongs to the lot.`,
      feature_size_um: diameter,
      feature_tolerance_um: tolerance,
      thickness_um: diameter,
      buy_url: 'https://bzwz.net.cn/shop/pds/1000243/401185',
      backup_buy_url: 'https://bzwz.net.cn',
      price_usd_range: [100, 300],
      matte: false,
      opaque: false,
      applicable_modes: ['off-axis', 'inline'],
    },
    sizeIs: 'the diameter of a bead, as the certificate of the lot gives it',
    model: ({ feature_size_um = diameter, feature_tolerance_um = tolerance } = {}) =>
      model(feature_size_um, feature_tolerance_um, field_um),
    drawing: {
      window: squareWindow(2 * diameter),
      lengths: [
        {
          from: { x_um: -diameter / 2, y_um: 0 },
          to: { x_um: diameter / 2, y_um: 0 },
          text: `diameter ${diameter} ± ${tolerance} µm`,
        },
      ],
    },
    assumed: [
      'water around the beads (refractive index 1.333)',
      'that a bead is a thin object: no light bends inside it',
    ],
    hints: [
      'Magnify until a bead is 25 camera pixels across or more.',
      'Dilute until the beads in view keep several diameters apart; let them settle on the slide.',
      'The phase in the middle of a bead calibrates the phase scale; the scale itself only to about 1 %.',
    ],
  };
}

export const beads: readonly Target[] = [
  bead('bead-8um', 'GBW12030a', 7.976, 0.079, { min: 100, max: 300 }),
  bead('bead-4um', 'GBW12029a', 4.007, 0.04, { min: 100, max: 200 }),
];
