import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { bytesIn, type RealPlane } from '../../kernel/plane.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import type { RetrievalInput } from './retrieval-input.ts';
import { retrievalBytes } from './retrieval-level.ts';
import { retrieve, type Retrieval, type RetrievalProgress } from './retrieve.ts';
import type { RetrievalSettings } from './retrieval-settings.ts';
import type { RetrievalFrame } from './sensor-model.ts';

/**
 * {@link retrieve} where the kernels may lend the memory for it, which is by far the most that a frame takes.
 * @param scope owns the field, in the memory of these kernels
 */
export function retrieveAside(
  kernels: Kernels,
  scope: Scope,
  input: RetrievalInput,
  progress: RetrievalProgress,
  settings: RetrievalSettings,
): Retrieval {
  return framesAside(kernels, input.frames, input, (other, scratch, frames) => {
    if (other === kernels) return retrieve(kernels, scope, input, progress, settings);
    const { field, ...found } = retrieve(other, scratch, { ...input, frames }, progress, settings);
    const own = scope.complex(input.rows, input.cols);
    kernels.bytes(own.ptr, bytesIn(own)).set(other.bytes(field.ptr, bytesIn(field)));
    return { ...found, field: own };
  });
}

/**
 * Does what is done with frames on the grid of their retrieval.
 * @param work given the kernels to do it with, what owns their memory, and the frames as they lie there
 * @param short whether it takes no longer than it takes to start a thread
 */
export function framesAside<Result>(
  kernels: Kernels,
  frames: readonly RetrievalFrame[],
  optics: SensorOptics,
  work: (kernels: Kernels, scope: Scope, frames: readonly RetrievalFrame[]) => Result,
  short = false,
): Result {
  const there = (other: Kernels): Result => {
    using scope = other.scope();
    const moved = other === kernels ? frames : frames.map((frame) => lent(kernels, other, scope, frame));
    return work(other, scope, moved);
  };
  return kernels.aside(retrievalBytes(frames, optics), there, short);
}

function lent(kernels: Kernels, other: Kernels, scope: Scope, frame: RetrievalFrame): RetrievalFrame {
  const { rows, cols, ptr, pitch } = frame.amplitude;
  const amplitude: RealPlane = scope.real(rows, cols);
  const [from, to] = [kernels.floats(ptr, rows * pitch), other.floats(amplitude.ptr, rows * amplitude.pitch)];
  for (let row = 0; row < rows; row++) {
    to.set(from.subarray(row * pitch, row * pitch + cols), row * amplitude.pitch);
  }
  return { ...frame, amplitude };
}
