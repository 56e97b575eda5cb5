import type { StatedRig } from '../../formats/decode/stated/stated.ts';
import type { HologramFormat } from '../../formats/decode/samples/sniff.ts';

/** What a frame's file says of itself. */
export interface FrameFacts {
  readonly format: HologramFormat;
  /** how many the file holds */
  readonly frames: number;
  /** why the service does not take the file as a single frame; null: it does */
  readonly refusal_alone: string | null;
  /** of each frame */
  readonly width: number;
  readonly height: number;
  readonly bit_depth: number;
  /** what its metadata say of the rig */
  readonly stated: StatedRig;
}
