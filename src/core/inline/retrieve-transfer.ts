import type { ComplexPlane } from '../field/plane.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { bandLimit } from '../propagate/transfer.ts';
import type { RetrievalGrid } from './retrieve-grid.ts';
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
  const { sampling, wavelength } = optics;
  const plane = scope.complex(grid.rows, grid.cols);
  const extentX = grid.cols * sampling.pitchX;
  const extentY = grid.rows * sampling.pitchY;
  // bandLimit allows walks of half the extent it is given
  const limit = (extent: number, sensor: number) =>
    bandLimit(wavelength, Math.min(extent, 2 * (extent - sensor)), z);
  kernels.run.applyTransfer(
    0,
    plane.ptr,
    grid.rows,
    grid.cols,
    plane.pitchBytes,
    1 / extentX,
    1 / extentY,
    wavelength,
    z,
    limit(extentX, optics.cols * sampling.pitchX),
    limit(extentY, optics.rows * sampling.pitchY),
  );
  return plane;
}

/** The same in the order in which the kernel propagateColumns takes it. */
export function packedTransfer(
  kernels: Kernels,
  scope: Scope,
  grid: RetrievalGrid,
  optics: SensorOptics,
  z: number,
): number {
  const { run } = kernels;
  const blocks = grid.cols / 16;
  const packed = scope.block(run.packedTransferBytes(grid.rows, blocks));
  using scratch = kernels.scope();
  const plane = transferPlane(kernels, scratch, grid, optics, z);
  run.packTransfer(plane.ptr, plane.pitchBytes, grid.rows, blocks, packed);
  return packed;
}
