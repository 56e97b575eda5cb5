import { parametric } from './catalogue-entry.ts';
import { boundsOf, boxesMeet, squareWindow, type Box, type Polygon } from './shape.ts';
import type { Area, TargetModel } from './target-model.ts';
import type { Target } from './target.ts';

/** The hexagon whose upper and lower sides lie along x. */
function hexagon(acrossFlats: number): Polygon {
  const radius = acrossFlats / Math.sqrt(3);
  const [half, flat] = [radius / 2, acrossFlats / 2];
  return {
    kind: 'polygon',
    vertices: [
      { x_um: radius, y_um: 0 },
      { x_um: half, y_um: flat },
      { x_um: -half, y_um: flat },
      { x_um: -radius, y_um: 0 },
      { x_um: -half, y_um: -flat },
      { x_um: half, y_um: -flat },
    ],
  };
}

/** What no measurement of a nut's width tells, as the standards have it at least. */
interface Unstated {
  /** diameter of the thread's crests (ISO 68-1), between which light comes through, µm */
  readonly hole_um: number;
  /** width across corners (ISO 4032), µm: from there to sharp all are right */
  readonly across_um: number;
}

function model(
  acrossFlats: number,
  tolerance_um: number,
  { hole_um, across_um }: Unstated,
  field_um: TargetModel['field_um'],
): TargetModel {
  const shape = hexagon(acrossFlats);
  const nut: Area = {
    name: 'nut',
    part: 'nut',
    material: { kind: 'opaque' },
    shape,
    corners_um: Math.max(0, (2 * acrossFlats) / Math.sqrt(3) - across_um) / 4,
    cuts: [{ kind: 'circle', centre: { x_um: 0, y_um: 0 }, radius_um: hole_um / 2 }],
  };
  return {
    illumination: 'transmission',
    ground: { kind: 'clear' },
    field_um,
    areas: (window: Box) => (boxesMeet(window, boundsOf(shape)) ? [nut] : []),
    lattices: [],
    rigid: 'whole',
    copies: 'one',
    solid: true,
    edgesKnown: true,
    tolerance: { size_um: tolerance_um, position_um: null, height_share: null },
    determines: ['scale', 'rotation', 'anisotropy', 'shear', 'distance', 'aberration'],
  };
}

/**
 * @param flats the least and the greatest width across flats that the standard allows, µm
 */
function nut(
  thread_mm: number,
  flats: readonly [number, number],
  unstated: Unstated,
  field_um: TargetModel['field_um'],
): Target {
  const middle = (flats[0] + flats[1]) / 2;
  const tolerance = (flats[1] - flats[0]) / 2;
  const range = `${(flats[0] / 1000).toFixed(2)}–${(flats[1] / 1000).toFixed(2)} mm`;
  return {
    entry: {
      ...parametric,
      target_id: `hex-nut-m${thread_mm}`,
      display_name: `Hexagonal nut ISO 4032 M${thread_mm}, steel`,
      use_case: 'inline',
      geometry_summary: `Six faces at 120°, ${range} across flats. The size is known to a few per cent only, the angles far better.`,
      polygonal_faces: 6,
      internal_angles_deg: [120, 120, 120, 120, 120, 120],
      feature_size_um: middle,
      feature_tolerance_um: tolerance,
      buy_url: 'https://www.mcmaster.com/products/hex-nuts/',
      backup_buy_url: `https://uk.rs-online.com/web/c/?searchTerm=hex%20nut%20ISO%204032%20M${thread_mm}`,
      price_usd_range: [0, 1],
      matte: false,
      opaque: true,
      applicable_modes: ['off-axis', 'inline'],
    },
    sizeIs: 'the width across flats',
    model: ({ feature_size_um = middle, feature_tolerance_um = tolerance } = {}) =>
      model(feature_size_um, feature_tolerance_um, unstated, field_um),
    drawing: {
      window: squareWindow(1.6 * middle),
      lengths: [
        {
          from: { x_um: -0.66 * middle, y_um: -middle / 2 },
          to: { x_um: -0.66 * middle, y_um: middle / 2 },
          text: `across flats ${range}`,
        },
      ],
    },
    assumed: [
      'the hole, drawn as wide as light comes through between the crests of the thread at least: a fit finds its size by itself, from about there',
      'corners, drawn sharp: those of a real nut are not filled; a fit finds by itself how much of them is missing, all alike',
    ],
    hints: [
      'Stand it on a slide with a face towards the camera; measure it across flats with a micrometer and give that as feature_size_um.',
      'Unmeasured, it calibrates anisotropy and shear, but hardly the scale. Any shop for fasteners sells it; the second link is a table of such nuts.',
    ],
  };
}

/** The sizes that a view of 6 mm holds whole. */
export const hexagonalNuts: readonly Target[] = [
  nut(1.6, [3020, 3200], { hole_um: 1221, across_um: 3410 }, { min: 4000, max: 8000 }),
  nut(2, [3820, 4000], { hole_um: 1567, across_um: 4320 }, { min: 5000, max: 10_000 }),
];
