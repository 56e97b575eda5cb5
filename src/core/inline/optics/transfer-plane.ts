import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { bandLimit } from '../../propagate/transfer.ts';
import type { RetrievalGrid } from './retrieval-grid.ts';
import type { SensorOptics } from './sensor-optics.ts';

/**
 * The transfer function of `z` µm on a grid, less the frequencies that would walk farther than the padding is wide:
 * they would come around to the sensor's other side. The sensor holds only some of their fringes anyway.
 */
export function transferPlane(
  kernels: Kernels,
  scope: Scope,
  grid: RetrievalGrid,
  optics: SensorOptics,
  z: number,
): ComplexPlane {
  const plane = scope.complex(grid.rows, grid.cols);
  apply(kernels, 0, plane, optics, z);
  return plane;
}

/** spectrum ← spectrum · the same transfer function. */
export function propagateSpectrum(
  kernels: Kernels,
  spectrum: ComplexPlane,
  optics: SensorOptics,
  z: number,
): void {
  apply(kernels, spectrum.ptr, spectrum, optics, z);
}

/** @param spectrum address of what is multiplied; 0: the factors themselves are written */
function apply(
  { run }: Kernels,
  spectrum: number,
  to: ComplexPlane,
  { rows, cols, sampling, wavelength }: SensorOptics,
  z: number,
): void {
  const extentX = to.cols * sampling.pitchX;
  const extentY = to.rows * sampling.pitchY;
  // bandLimit allows walks of half the extent it is given
  const limit = (extent: number, sensor: number) =>
    bandLimit(wavelength, Math.min(extent, 2 * (extent - sensor)), z);
  const limits = [limit(extentX, cols * sampling.pitchX), limit(extentY, rows * sampling.pitchY)] as const;
  const steps = [1 / extentX, 1 / extentY] as const;
  run.applyTransfer(spectrum, to.ptr, to.rows, to.cols, to.pitchBytes, ...steps, wavelength, z, ...limits);
}

/**
 * The transfer function in the order in which the kernel propagateColumns takes it.
 * @param pupil cycles/µm, what the optics pass; null: all
 * @param packed where it is written; a new block by default
 */
export function packedTransfer(
  kernels: Kernels,
  scope: Scope,
  grid: RetrievalGrid,
  optics: SensorOptics,
  z: number,
  pupil: number | null = null,
  packed = scope.block(kernels.run.packedTransferBytes(grid.rows, grid.cols / 16)),
): number {
  using scratch = kernels.scope();
  const plane = transferPlane(kernels, scratch, grid, optics, z);
  if (pupil !== null) passPupil(kernels, plane, optics, pupil);
  kernels.run.packTransfer(plane.ptr, plane.pitchBytes, grid.rows, grid.cols / 16, packed);
  return packed;
}

/** A disc's rim is 2 % of its radius wide. */
const RIM = 0.01;

/** spectrum ← spectrum · disc of this radius, cycles/µm. */
export function passPupil(
  { run }: Kernels,
  { ptr, pitchBytes, rows, cols }: ComplexPlane,
  { sampling }: SensorOptics,
  radius: number,
): void {
  const steps = [1 / (cols * sampling.pitchX), 1 / (rows * sampling.pitchY)] as const;
  run.passPupil(ptr, pitchBytes, rows, cols, ...steps, (1 - RIM) * radius, (1 + RIM) * radius);
}
