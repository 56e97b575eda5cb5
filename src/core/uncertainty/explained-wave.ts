import { fftRows } from '../fft/fft2.ts';
import { columnsFftMultiplyIfft } from '../fft/filter-columns.ts';
import type { Frequency } from '../field/frequency.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { copyPlane } from '../kernel/copy-plane.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { bytesIn, type ComplexPlane } from '../kernel/plane.ts';

/** The wave of modulus 1 that comes close to a field through a filter with a round rim, through the filter. */
export function explainedBy(
  kernels: Kernels,
  scope: Scope,
  field: ComplexPlane,
  rim: Frequency,
  rounds: number,
): ComplexPlane {
  const { rows, cols } = field;
  const [disc, wave, passed] = [
    discOf(kernels, scope, field, rim),
    scope.complex(rows, cols),
    scope.complex(rows, cols),
  ];
  for (const plane of [wave, passed]) kernels.bytes(plane.ptr, bytesIn(plane)).fill(0);
  for (let round = 0; round <= rounds; round++) {
    kernels.wasm.towardsPhase(field, passed, wave);
    copyPlane(kernels, wave, passed);
    filtered(kernels, passed, disc);
  }
  return passed;
}

/** In place. */
export function filtered(kernels: Kernels, plane: ComplexPlane, transfer: ComplexPlane): void {
  fftRows(kernels, plane);
  columnsFftMultiplyIfft(kernels, plane, transfer);
  fftRows(kernels, plane, true);
}

/** 1 within the filter's rim, as a spectrum lies. */
function discOf(kernels: Kernels, scope: Scope, { rows, cols }: ComplexPlane, rim: Frequency): ComplexPlane {
  const disc = scope.complex(rows, cols);
  const values = kernels.floats(disc.ptr, floatsIn(disc)).fill(0);
  const pitch = floatsPerRow(disc);
  for (let row = 0; row < rows; row++) {
    const y = Math.min(row, rows - row) / (rows * rim.y);
    const reach = y > 1 ? -1 : Math.floor(Math.sqrt(1 - y * y) * rim.x * cols);
    for (let bin = 0; bin <= Math.min(reach, cols >> 1); bin++)
      for (const col of [bin, (cols - bin) % cols]) values[row * pitch + inRow(col)] = 1;
  }
  return disc;
}

/**
 * A filter of a plane's shape, put together frequency by frequency: where each lies in its floats, and the frequency over that of
 * the rim along rows and columns. What is not put is 0.
 */
export function transferOf(
  kernels: Kernels,
  scope: Scope,
  plane: ComplexPlane,
  rim: Frequency,
  put: Put,
): ComplexPlane {
  const { rows, cols } = plane;
  const transfer = scope.complex(rows, cols);
  const values = kernels.floats(transfer.ptr, floatsIn(transfer)).fill(0);
  const pitch = floatsPerRow(plane);
  const across = Float64Array.from({ length: cols }, (_, col) => ofRim(col, cols, rim.x));
  for (let row = 0; row < rows; row++) putRow(values, row * pitch, across, ofRim(row, rows, rim.y), put);
  return transfer;
}

/** A filter whose imaginary part is some function of the frequency over that of the rim, within the rim; all else is 0. */
export function turnWithin(
  kernels: Kernels,
  scope: Scope,
  { rows, cols }: ComplexPlane,
  rim: Frequency,
  at: (u: number, v: number) => number,
): ComplexPlane {
  const transfer = scope.complex(rows, cols);
  const values = kernels.floats(transfer.ptr, floatsIn(transfer)).fill(0);
  const across = Float64Array.from({ length: cols }, (_, col) => ofRim(col, cols, rim.x));
  for (let row = 0; row < rows; row++)
    putTurns(values.subarray(row * floatsPerRow(transfer)), across, ofRim(row, rows, rim.y), at);
  return transfer;
}

function putTurns(
  row: Float32Array,
  across: Float64Array,
  v: number,
  at: (u: number, v: number) => number,
): void {
  for (let col = 0; col < across.length; col++) {
    const u = across[col]!;
    if (u * u + v * v <= 1) row[inRow(col) + TO_IMAGINARY] = at(u, v);
  }
}

type Put = (values: Float32Array, at: number, u: number, v: number) => void;

function putRow(values: Float32Array, from: number, across: Float64Array, v: number, put: Put): void {
  for (let col = 0; col < across.length; col++) put(values, from + inRow(col), across[col]!, v);
}

function ofRim(bin: number, count: number, rim: number): number {
  return (bin > count >> 1 ? bin - count : bin) / (count * rim);
}
