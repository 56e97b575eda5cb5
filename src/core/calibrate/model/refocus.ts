import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from './measured.ts';
import { delayAt, type Path } from './path-response.ts';
import { emptyComplex, fastMultiple, frequencyOf, transformed, type Complex } from './spectrum.ts';

/** Light from beyond the frame is taken to be even over this share of a side. */
const MARGIN = 0.2;

/**
 * What was measured, taken back to the target: the field at the same cells, in-line with its twin image.
 * @param path how the light came
 */
export function refocused(
  kernels: Kernels,
  measured: MeasuredLight,
  medium_wavelength_um: number,
  path: Pick<Path, 'zeta' | 'pitch_um' | 'ratio'>,
): Complex {
  const { rows, cols, cell } = measured;
  const fullRows = fastMultiple(Math.ceil((1 + 2 * MARGIN) * rows), 2);
  const fullCols = fastMultiple(Math.ceil((1 + 2 * MARGIN) * cols), 2);
  const [top, left] = [(fullRows - rows) >> 1, (fullCols - cols) >> 1];
  const full = emptyComplex(fullRows * fullCols);
  const around = measured.im === null ? 1 : meanOf(measured.re, measured.weight);
  full.re.fill(around);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const from = row * cols + col;
      if (measured.weight[from] === 0) continue;
      const to = (row + top) * fullCols + left + col;
      full.re[to] = measured.re[from]!;
      if (measured.im) full.im[to] = measured.im[from]!;
    }
  }
  const spectrum = transformed(kernels, full, fullRows, fullCols);
  const { sin, cos } = kernels.wasm;
  const turnAt = delayAt(path, medium_wavelength_um);
  for (let row = 0, i = 0; row < fullRows; row += 1) {
    const fy = frequencyOf(row, fullRows) / cell;
    for (let col = 0; col < fullCols; col += 1, i += 1) {
      const turn = turnAt(frequencyOf(col, fullCols) / cell, fy);
      const [c, s] = turn === null ? [0, 0] : [cos(turn), sin(turn)];
      const a = spectrum.re[i]!;
      const b = spectrum.im[i]!;
      spectrum.re[i] = a * c - b * s;
      spectrum.im[i] = a * s + b * c;
    }
  }
  const back = transformed(kernels, spectrum, fullRows, fullCols, true);
  const own = emptyComplex(rows * cols);
  for (let row = 0; row < rows; row += 1) {
    const from = (row + top) * fullCols + left;
    own.re.set(back.re.subarray(from, from + cols), row * cols);
    own.im.set(back.im.subarray(from, from + cols), row * cols);
  }
  return own;
}

function meanOf(values: Float64Array, weight: Float64Array): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    sum += weight[i]! * values[i]!;
    total += weight[i]!;
  }
  return total > 0 ? sum / total : 0;
}

/** The modulus of a field on the cells of what it belongs to. */
export function pictureOf(measured: MeasuredLight, field: Complex): MeasuredLight {
  const re = new Float64Array(field.re.length);
  for (let i = 0; i < re.length; i += 1)
    re[i] = Math.sqrt(field.re[i]! * field.re[i]! + field.im[i]! * field.im[i]!);
  return { ...measured, re, im: null, filter: null };
}
