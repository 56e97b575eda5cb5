import type { Frame, Frames } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';

/**
 * Frames whose counts are in proportion to the light again, where a camera gave the power 1/`power` of it. Counts about the
 * hologram's mean keep their steps, so that what a lossy file rounded is as large as before.
 */
export function linearFrames(kernels: Kernels, frames: Frames, power: number): Frames {
  const { hologram, background, furtherFrames } = frames;
  const level = meanOf(hologram);
  const linear = (frame: Frame) => linearFrame(kernels, frame, level, power);
  return {
    hologram: linear(hologram),
    background: background && linear(background),
    // asked for one after the other, as the frames themselves
    ...(furtherFrames && {
      furtherFrames: {
        *[Symbol.iterator]() {
          for (const frame of furtherFrames) yield linear(frame);
        },
      },
    }),
  };
}

function meanOf({ samples }: Frame): number {
  let sum = 0;
  for (const value of samples) sum += value;
  return Math.max(1, sum / samples.length);
}

function linearFrame({ wasm }: Kernels, frame: Frame, level: number, power: number): Frame {
  // counts are whole and few
  const known = new Map<number, number>();
  const linear = (value: number) => {
    const made = value > 0 ? (level / power) * wasm.pow(value / level, power) : 0;
    known.set(value, made);
    return made;
  };
  const samples = Float32Array.from(frame.samples, (value) => known.get(value) ?? linear(value));
  return { ...frame, samples };
}
