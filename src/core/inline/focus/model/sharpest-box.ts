import { boxOfMost } from '../../../field/box-of-most.ts';
import type { RealPlane } from '../../../kernel/plane.ts';
import type { FramePart } from './model-cost.ts';
import { sharpness, type SweepSample } from '../metrics/sweep.ts';

/** The box around some tiles, px. */
export function boxOf(where: readonly number[], tiles: number, frame: RealPlane): FramePart {
  const cols = where.map((t) => t % tiles);
  const rows = where.map((t) => Math.floor(t / tiles));
  const x = Math.floor((Math.min(...cols) * frame.cols) / tiles);
  const y = Math.floor((Math.min(...rows) * frame.rows) / tiles);
  const width = Math.floor(((Math.max(...cols) + 1) * frame.cols) / tiles) - x;
  const height = Math.floor(((Math.max(...rows) + 1) * frame.rows) / tiles) - y;
  return { x, y, width, height };
}

/**
 * The box of a side (px, cut to the frame's) that holds most of what is sharp in a sample of the sweep. What lies in its
 * middle counts more: its fringes are in the box as well.
 */
export function sharpestBox(sample: SweepSample, tiles: number, frame: RealPlane, side: number): FramePart {
  const sharp = sharpness(sample);
  return boxOfMost(frame, side, (box) =>
    sharp.reduce((sum, value, t) => {
      const x = (((t % tiles) + 0.5) * frame.cols) / tiles - box.x - box.width / 2;
      const y = ((Math.floor(t / tiles) + 0.5) * frame.rows) / tiles - box.y - box.height / 2;
      const off = Math.max(Math.abs(x) / box.width, Math.abs(y) / box.height);
      return off < 0.5 ? sum + (1 - off) * value : sum;
    }, 0),
  );
}
