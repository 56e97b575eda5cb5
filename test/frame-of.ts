import type { Frame } from '../src/core/field/frame.ts';

/** A float frame from a formula in pixels from the upper left. */
export function frameOf(width: number, height: number, at: (x: number, y: number) => number): Frame {
  const samples = Float32Array.from({ length: width * height }, (_, i) =>
    at(i % width, Math.floor(i / width)),
  );
  return { width, height, samples, bitDepth: 32 };
}
