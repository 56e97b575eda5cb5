import { parametric } from './catalogue-entry.ts';
import { boundsOf, boxesMeet, squareWindow, type Box, type Circle } from './shape.ts';
import type { Area, Certificate, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

function model(
  diameter: number,
  field_um: TargetModel['field_um'],
  { feature_tolerance_um, part_tolerance }: Certificate,
): TargetModel {
  const shape: Circle = { kind: 'circle', centre: { x_um: 0, y_um: 0 }, radius_um: diameter / 2 };
  const hole: Area = { name: 'hole', part: 'hole', material: { kind: 'clear' }, shape };
  return {
    illumination: 'transmission',
    ground: { kind: 'opaque' },
    field_um,
    areas: (window: Box) => (boxesMeet(window, boundsOf(shape)) ? [hole] : []),
    lattices: [],
    rigid: 'whole',
    copies: 'one',
    edgesKnown: true,
    mayBeOval: true,
    tolerance: { size_um: feature_tolerance_um ?? null, position_um: null, height_share: null },
    // where all of its lengths are stated, so is every diameter
    determines: ['scale', ...(part_tolerance === undefined ? [] : (['anisotropy'] as const)), 'distance'],
  };
}

function pinhole(diameter: number, field_um: TargetModel['field_um']): Target {
  return {
    entry: {
      ...parametric,
      target_id: `pinhole-${diameter}um`,
      display_name: `Precision pinhole P${diameter}K, ${diameter} µm`,
      use_case: 'off-axis',
      geometry_summary: `One circular hole of ${diameter} µm diameter in a foil. Its tolerance is to be taken from the vendor.`,
      feature_size_um: diameter,
      buy_url: `https://thorlabs.com/thorproduct.cfm?partnumber=P${diameter}K`,
      backup_buy_url: 'https://www.edmundoptics.com/search/?criteria=precision%20pinhole',
      price_usd_range: [60, 120],
      matte: true,
      opaque: true,
      applicable_modes: ['off-axis'],
    },
    sizeIs: 'the diameter of the hole',
    model: (certificate = {}) => model(certificate.feature_size_um ?? diameter, field_um, certificate),
    drawing: {
      window: squareWindow(2 * diameter),
      lengths: [
        {
          from: { x_um: -diameter / 2, y_um: 0 },
          to: { x_um: diameter / 2, y_um: 0 },
          text: `diameter ${diameter} µm`,
        },
      ],
    },
    assumed: ['that the hole is round or oval, and its edge thin'],
    hints: [
      'Only off-axis: inline, no light passes beside the hole for the hologram to interfere with.',
      'A single circle: it says nothing about rotation.',
      'Makers state a diameter, not how round a hole is, and an oval hole looks like pixels that are not square: a ratio of the pitches is given only with part_tolerance, within which every diameter lies.',
    ],
  };
}

export const pinholes: readonly Target[] = [
  pinhole(10, { min: 100, max: 200 }),
  pinhole(50, { min: 100, max: 1000 }),
];
