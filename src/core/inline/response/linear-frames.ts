import type { Frame, Frames } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Recipe } from '../../recipe/values.ts';

/**
 * Frames whose counts are in proportion to the light again, where a camera gave the power 1/`power` of it. Counts about the
 * hologram's mean keep their steps, so that what a lossy file rounded is as large as before.
 * @param level counts that keep their steps; those of another frame keep the frames of a sequence comparable
 */
export function linearFrames(
  kernels: Kernels,
  frames: Frames,
  power: number,
  level = meanCounts(frames.hologram),
): Frames {
  const { hologram, background, furtherFrames } = frames;
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

/** The mean of a frame, at least 1. */
export function meanCounts({ samples }: Frame): number {
  let sum = 0;
  for (const value of samples) sum += value;
  return Math.max(1, sum / samples.length);
}

/** The frames as light, where a request states how their counts follow it. */
export function statedLight(
  kernels: Kernels,
  frames: Frames,
  { camera_gamma: power }: Pick<Recipe, 'camera_gamma'>,
  level = meanCounts(frames.hologram),
): Frames {
  return power === null || power === 1 ? frames : linearFrames(kernels, frames, power, level);
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
