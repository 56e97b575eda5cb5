import type { HologramFormat } from '../../formats/decode/sniff.ts';

/** What a frame's file says of itself. */
export interface FrameFacts {
  readonly format: HologramFormat;
  readonly width: number;
  readonly height: number;
  readonly bit_depth: number;
  /** µm, as the file's metadata state it; null: they don't */
  readonly pixel_pitch_um: number | null;
}
