import { corner, type RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RetrievalFrame } from './sensor-model.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';

export interface Resolution {
  readonly frames: readonly RetrievalFrame[];
  readonly optics: SensorOptics;
  /** one sample here is as wide as so many of the camera's */
  readonly factor: number;
}

/**
 * The coarsest resolution has at least so many samples along the shorter side. A frame of 1080 lines, the most there
 * are, then ends at a sixteenth.
 */
const LEAST_SIDE = 48;

/**
 * The same problem at full, half, a quarter … of the resolution; the finest comes first.
 * @param takeOut of what is recorded, before any resolution is made of it
 */
export function retrievalPyramid(
  kernels: Kernels,
  scope: Scope,
  frames: readonly RetrievalFrame[],
  optics: SensorOptics,
  takeOut: (amplitude: RealPlane) => void = () => {},
): Resolution[] {
  const measured = frames.map((frame) => ({
    ...frame,
    amplitude: measuredPlane(kernels, scope, frame.amplitude, optics),
  }));
  for (const { amplitude } of measured) takeOut(amplitude);
  const levels: Resolution[] = [{ frames: measured, optics, factor: 1 }];
  for (let last = levels[0]!; ; last = levels.at(-1)!) {
    const side = Math.min(last.optics.rows, last.optics.cols) >> 1;
    if (side < LEAST_SIDE) return levels;
    levels.push(halved(kernels, scope, last));
  }
}

function measuredPlane(
  kernels: Kernels,
  scope: Scope,
  amplitude: RealPlane,
  { rows, cols }: SensorOptics,
): RealPlane {
  const plane = scope.real(rows, cols);
  kernels.wasm.retrieveMeasured(corner(amplitude, rows, cols), plane);
  return plane;
}

function halved(kernels: Kernels, scope: Scope, fine: Resolution): Resolution {
  const { rows, cols, sampling, wavelength } = fine.optics;
  const optics = {
    rows: rows >> 1,
    cols: cols >> 1,
    sampling: { pitchX: 2 * sampling.pitchX, pitchY: 2 * sampling.pitchY },
    wavelength,
  };
  using scratch = kernels.scope();
  const block = scratch.scratch(2 * rows * cols * 4);
  const frames = fine.frames.map((frame) => {
    const to = scope.real(optics.rows, optics.cols);
    kernels.wasm.retrieveHalve(corner(frame.amplitude, rows, cols), to, block);
    return { ...frame, amplitude: to };
  });
  return { frames, optics, factor: 2 * fine.factor };
}
