import { Random } from '../../src/core/simulate/random.ts';
import type { Disturbances } from '../../src/core/simulate/disturbances.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';

/** Numbers of one seed that make a rig; the simulation draws its own from the same seed. */
const RIG_STREAM = 40;

type Draw = (low: number, high: number) => number;
interface Disturbed {
  readonly disturbances?: Partial<Disturbances>;
  readonly rest?: Partial<SimulationInput>;
}

/** What disturbs a recording, by kind: sizes are drawn from a low to a high value for each rig. */
export const disturbedKinds: Readonly<Record<string, (draw: Draw) => Disturbed>> = {
  'rough or dirty surface out of focus': (draw) => ({ disturbances: dirt(draw, 0.05, 0.3) }),
  'second reference': (draw) => ({ disturbances: reflection(draw, 0.02, 0.15) }),
  'dust, vignetting, uneven light': (draw) => ({
    disturbances: { vignetting: draw(0.1, 0.5) },
    rest: { dust: Math.round(draw(5, 40)), uneven_light: draw(0.1, 0.6) },
  }),
  'pixel gains, gamma, saturation': (draw) => ({
    disturbances: { pixel_gain_spread: draw(0.005, 0.02), gamma: draw(0.85, 1.15) },
    rest: { full_scale_percentile: draw(97, 99.9), full_scale_fraction: 1 },
  }),
  JPEG: (draw) => ({
    disturbances: { ...dirt(draw, 0.02, 0.1), jpeg_quality: Math.round(draw(60, 95)) },
    rest: { bit_depth: 8 },
  }),
  'all of it, weaker': (draw) => ({
    disturbances: {
      ...dirt(draw, 0.03, 0.15),
      ...reflection(draw, 0.01, 0.06),
      ...{ vignetting: draw(0, 0.3), pixel_gain_spread: draw(0, 0.01), gamma: draw(0.9, 1.1) },
      jpeg_quality: Math.round(draw(80, 98)),
    },
    rest: { dust: Math.round(draw(0, 15)), uneven_light: draw(0, 0.3), bit_depth: 8 },
  }),
};

function dirt(draw: Draw, least: number, most: number): Partial<Disturbances> {
  return { dirt_rad: draw(least, most), dirt_grain_px: 2 * 15 ** draw(0, 1), dirt_mm: draw(5, 200) };
}

function reflection(draw: Draw, least: number, most: number): Partial<Disturbances> {
  const [length, angle] = [draw(0.005, 0.06), draw(0, 2 * Math.PI)];
  return {
    second_reference: draw(least, most),
    second_tilt_cycles_per_px: [length * Math.cos(angle), length * Math.sin(angle)],
  };
}

const objects: readonly ((draw: Draw) => SimulationInput['object'])[] = [
  (draw) => ({ kind: 'cells', phase_rad: draw(1, 3), count: Math.round(draw(6, 18)) }),
  (draw) => ({ kind: 'beads', phase_rad: draw(1.5, 4), count: Math.round(draw(1, 6)) }),
  (draw) => ({ kind: 'phase-steps', phase_rad: draw(0.5, 1.4) }),
  (draw) => ({ kind: 'phase-chart', phase_rad: draw(0.5, 1.4) }),
];

/** A random off-axis rig that is disturbed in one way. */
export function disturbedRig(kind: string, seed: number): SimulationInput {
  const random = Random.from(seed, RIG_STREAM);
  const draw: Draw = (low, high) => random.between(low, high);
  const [length, angle] = [draw(0.2, 0.3), draw(0.15, Math.PI / 2 - 0.15)];
  const side = Math.sign(draw(-1, 1));
  const object = objects[Math.floor(draw(0, objects.length))]!(draw);
  const { disturbances, rest } = disturbedKinds[kind]!(draw);
  return {
    mode: 'off-axis',
    ...{ seed, object, width_px: 512, height_px: 512, background: false },
    carrier_cycles_per_px: [length * Math.cos(angle), side * length * Math.sin(angle)],
    pupil_radius_cycles_per_px: (length / 3) * draw(0.85, 1),
    ...{ amplitude_ratio: draw(0.7, 1.5), coherence: draw(0.5, 1), photoelectrons: draw(3000, 20_000) },
    bit_depth: draw(0, 1) < 0.5 ? 8 : 12,
    z_mm: draw(0, 1) < 0.7 ? 0 : draw(2, 10),
    aberration: [
      { x: 2, y: 0, rad: draw(-3, 3) },
      { x: 0, y: 2, rad: draw(-3, 3) },
      { x: 1, y: 1, rad: draw(-2, 2) },
    ],
    ...(disturbances ? { disturbances } : {}),
    ...rest,
  };
}
