import type { KernelExports } from '../kernel/exports.ts';
import type { ObjectSpec } from './simulation-spec.ts';
import { sizeOr } from './scatter.ts';
import { addInk, eachPixelAround, type ThinObject } from './thin-object.ts';

/** How many dark spokes, with as many gaps of the same width. */
const SPOKES = 36;

/**
 * A Siemens star in the middle: 36 spokes, one of them starting at the positive x axis. `size_um` is its radius
 * (default 0.3 of the shorter side). Edges are one pixel wide, measured across the spoke.
 */
export function paintStar(object: ThinObject, spec: ObjectSpec, wasm: Pick<KernelExports, 'atan2'>): void {
  const radius = sizeOr(object, spec.size_um, 0.3);
  const pitch = object.pitch_um;
  const centre = { x_um: (object.cols * pitch) / 2, y_um: (object.rows * pitch) / 2 };
  eachPixelAround(object, centre, radius + pitch, (index, dx, dy) => {
    const r = Math.sqrt(dx * dx + dy * dy);
    const periods = (wasm.atan2(dy, dx) / (2 * Math.PI)) * SPOKES;
    const within = periods - Math.floor(periods);
    const toEdge =
      (within < 0.5 ? Math.min(within, 0.5 - within) : -Math.min(within - 0.5, 1 - within)) / SPOKES;
    const spoke = clamp01(0.5 + (toEdge * 2 * Math.PI * r) / pitch);
    const rim = clamp01(0.5 + (radius - r) / pitch);
    if (spoke * rim > 0) addInk(object, index, spoke * rim, spec);
  });
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
