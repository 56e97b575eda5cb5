import type { KernelExports } from '../../kernel/exports.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { Middle } from './state.ts';

/** A similarity: how a target may lie before anything is known of anisotropy and shear. */
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
}

export function placeOf(
  { rotation, scale, mirrored, x, y }: Pose,
  pitch_um: number,
  middle: Middle,
  run: Pick<KernelExports, 'sin' | 'cos'>,
): TargetToFrame {
  const size = scale / pitch_um;
  const [c, s] = [size * run.cos(rotation), size * run.sin(rotation)];
  const flip = mirrored ? -1 : 1;
  return [flip * c, -s, middle.x + x, flip * s, c, middle.y + y];
}
