import type { KernelExports } from '../../kernel/exports.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { Look } from './scene.ts';

/** Everything that a fit varies beside the light. */
export interface State {
  /** of each piece, the first one where there is but one; they share the linear part */
  readonly places: readonly TargetToFrame[];
  /** see {@link Path} */
  readonly zeta: number;
  readonly blur: number;
  /** radius of the disc that the optics pass, cycles per camera pixel; null: nothing narrower than the rest is known */
  readonly pupil: number | null;
  readonly look: Look;
}

/** What a unit of each linear change moves, in units of the distance from the middle of the frame: [dx/dx, dx/dy, dy/dx, dy/dy]. */
export const generators = {
  scale: [1, 0, 0, 1],
  rotation: [0, -1, 1, 0],
  anisotropy: [1, 0, 0, -1],
  shear: [0, 1, 1, 0],
} as const;
export type Generator = keyof typeof generators;

export type Unknown =
  | Generator
  | 'zeta'
  | 'blur'
  | 'wider'
  | 'cuts'
  | 'corners'
  | 'longer'
  | 'phase_scale'
  | 'contrast'
  | `x${number}`
  | `y${number}`;

export function pitchOf([a, b, , d, e]: TargetToFrame): number {
  return 1 / Math.sqrt(Math.abs(a * e - b * d));
}

/** Pitch along x over pitch along y, as a fitted place has it: the target is turned, then stretched in the frame's axes. */
export function ratioOf([a, b, , d, e]: TargetToFrame): number {
  return (d * d + e * e) / Math.abs(a * e - b * d);
}

/** By how much the target's axes are seen off a right angle, rad, as `readingsOf` states it. */
export function shearOf([a, b, , d, e]: TargetToFrame): number {
  return (a * d + b * e) / Math.sqrt((d * d + e * e) * Math.abs(a * e - b * d));
}

/** The middle of a frame, camera pixels, (0, 0) at the centre of its first pixel. */
export interface Middle {
  readonly x: number;
  readonly y: number;
}

/** Linear changes are per unit of x and y, shifts in camera pixels. */
export function changed(
  state: State,
  unknowns: readonly Unknown[],
  step: ArrayLike<number>,
  middle: Middle,
): State {
  const by = new Map(unknowns.map((name, k) => [name, step[k]!]));
  const g = [1, 0, 0, 1];
  for (const name of Object.keys(generators) as Generator[]) {
    generators[name].forEach((entry, k) => (g[k]! += entry * (by.get(name) ?? 0)));
  }
  const [xx, xy, yx, yy] = g as [number, number, number, number];
  const places = state.places.map(([a, b, c, d, e, f], k): TargetToFrame => {
    const [u, v] = [c - middle.x, f - middle.y];
    return [
      ...([xx * a + xy * d, xx * b + xy * e] as const),
      middle.x + xx * u + xy * v + (by.get(`x${k}`) ?? 0),
      ...([yx * a + yy * d, yx * b + yy * e] as const),
      middle.y + yx * u + yy * v + (by.get(`y${k}`) ?? 0),
    ];
  });
  const { look } = state;
  return {
    places,
    zeta: state.zeta + (by.get('zeta') ?? 0),
    blur: Math.max(0, state.blur + (by.get('blur') ?? 0)),
    pupil: state.pupil,
    look: {
      wider_um: look.wider_um + (by.get('wider') ?? 0),
      cuts_um: look.cuts_um + (by.get('cuts') ?? 0),
      corners_um: look.corners_um + (by.get('corners') ?? 0),
      longer: look.longer + (by.get('longer') ?? 0),
      phaseScale: look.phaseScale + (by.get('phase_scale') ?? 0),
      contrast: look.contrast + (by.get('contrast') ?? 0),
    },
  };
}

/** What a place is multiplied by in the frame's axes: [dx/dx, dx/dy, dy/dx, dy/dy]. */
export type Stretch = readonly [xx: number, xy: number, yx: number, yy: number];

/** How a target may lie: a similarity, unless anything is known of anisotropy and shear. */
export interface Pose {
  /** rad, from x towards y */
  readonly rotation: number;
  /** camera pixels per µm over what the nominal pitch says */
  readonly scale: number;
  /** seen from behind: its x axis turned round */
  readonly mirrored: boolean;
  /** where the target's origin lies, camera pixels from the middle of the frame */
  readonly x: number;
  readonly y: number;
  readonly stretch?: Stretch;
}

export function placeOf(
  { rotation, scale, mirrored, x, y, stretch }: Pose,
  pitch_um: number,
  middle: Middle,
  wasm: Pick<KernelExports, 'sin' | 'cos'>,
): TargetToFrame {
  const size = scale / pitch_um;
  const [c, s] = [size * wasm.cos(rotation), size * wasm.sin(rotation)];
  const flip = mirrored ? -1 : 1;
  const [a, b, d, e] = [flip * c, -s, flip * s, c];
  if (!stretch) return [a, b, middle.x + x, d, e, middle.y + y];
  const [xx, xy, yx, yy] = stretch;
  return [
    ...([xx * a + xy * d, xx * b + xy * e, middle.x + x] as const),
    ...([yx * a + yy * d, yx * b + yy * e, middle.y + y] as const),
  ];
}
