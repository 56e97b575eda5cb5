import { medianInPlace } from '../fit/median.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { CameraImage } from './camera.ts';
import { ONE_VALUE, UNLIT } from './recorded-part.ts';

/** Lines side by side that are a sensor's defect: more are a part of the frame that is blank. */
const MOST_BESIDE = 7;

/** No more of a frame's rows or columns than this are filled: what is more is an interlaced frame, or a pattern. */
const MOST = 1 / 4;
/** Share of a line's light, of the middle one, that lines beside them have at least. */
const HALF_LIT = 1 / 2;

/** Rows and columns within a frame that hold no recording, whatever lies on either side of them. */
interface EmptyLines {
  readonly rows: readonly number[];
  readonly cols: readonly number[];
}

/**
 * Rows and columns that are dark, or nearly all of one value, between others that are neither: a sensor's dead lines. Light is diffracted
 * into shadows, and none is so narrow over a whole side of the frame.
 * @param plane camera counts
 */
function emptyLines(kernels: Kernels, { ptr, rows, cols, pitch }: RealPlane): EmptyLines {
  const counts = kernels.floats(ptr, rows * pitch);
  const down = { sums: new Float64Array(cols), alike: new Float64Array(cols) };
  const across = { sums: new Float64Array(rows), alike: new Float64Array(rows) };
  for (let y = 0; y < rows; y += 1) {
    const from = y * pitch;
    const first = counts[from]!;
    let [sum, alike] = [0, 0];
    for (let x = 0; x < cols; x += 1) {
      const value = counts[from + x]!;
      sum += Math.abs(value);
      if (value === first) alike += 1;
      down.sums[x]! += Math.abs(value);
      if (value === counts[x]) down.alike[x]! += 1;
    }
    [across.sums[y], across.alike[y]] = [sum, alike];
  }
  return { rows: emptyOf(across, cols), cols: emptyOf(down, rows) };
}

/** @param length px along a line */
function emptyOf({ sums, alike }: Readonly<Record<'sums' | 'alike', Float64Array>>, length: number) {
  const level = medianInPlace(sums.slice());
  const isEmpty = Array.from(sums, (sum, line) => sum < UNLIT * level || alike[line]! >= ONE_VALUE * length);
  const empty: number[] = [];
  for (let line = 1; line < isEmpty.length; line += 1) {
    if (!isEmpty[line] || isEmpty[line - 1]) continue;
    let end = line;
    while (isEmpty[end]) end += 1;
    const isWithin = end < isEmpty.length && end - line <= MOST_BESIDE;
    // a shadow ends less sharply
    if (isWithin && Math.min(sums[line - 1]!, sums[end]!) > HALF_LIT * level)
      for (let k = line; k < end; k += 1) empty.push(k);
  }
  return empty.length <= MOST * sums.length ? empty : [];
}

/**
 * A frame in which empty lines have what lies between those beside them, and what else is known to hold no recording the mean of what
 * lies around it.
 * @param scope owns its plane where there are any
 * @returns with it the places among its floats
 */
export function withoutEmptyLines(
  kernels: Kernels,
  scope: Scope,
  image: CameraImage,
): { readonly image: CameraImage; readonly empty: readonly number[] } {
  const { rows, cols } = emptyLines(kernels, image.plane);
  if (rows.length + cols.length === 0 && !image.unmeasured) return { image, empty: [] };
  const { plane: from } = image;
  const plane = scope.real(from.rows, from.cols);
  const counts = kernels.floats(plane.ptr, from.rows * from.pitch);
  counts.set(kernels.floats(from.ptr, from.rows * from.pitch));
  const across = { step: 1, along: plane.pitch, length: plane.rows };
  const down = { step: plane.pitch, along: 1, length: plane.cols };
  const ofLines = [...fillLines(counts, cols, across), ...fillLines(counts, rows, down)];
  const empty = image.unmeasured ? ofLines.concat(fillPixels(counts, plane, image.unmeasured)) : ofLines;
  return { image: { ...image, plane }, empty };
}

/** Gives marked pixels the mean of those around them that have one, from the rim of a part inwards. */
function fillPixels(counts: Float32Array, { rows, cols, pitch }: RealPlane, marks: Uint8Array): number[] {
  const isOpen = marks.slice();
  const all = [...marks.keys()].filter((k) => marks[k] === 1);
  const at = (k: number) => Math.floor(k / cols) * pitch + (k % cols);
  const meanAround = (k: number) => {
    const [y, x] = [Math.floor(k / cols), k % cols];
    let [sum, count] = [0, 0];
    for (let j = Math.max(0, y - 1); j <= Math.min(rows - 1, y + 1); j += 1)
      for (let i = Math.max(0, x - 1); i <= Math.min(cols - 1, x + 1); i += 1)
        if (!isOpen[j * cols + i]) [sum, count] = [sum + counts[j * pitch + i]!, count + 1];
    return count > 0 ? sum / count : null;
  };
  for (let open = all; open.length > 0 && open.length < rows * cols; open = open.filter((k) => isOpen[k])) {
    const found = open.flatMap((k) => {
      const mean = meanAround(k);
      return mean === null ? [] : [{ k, mean }];
    });
    for (const { k, mean } of found) {
      counts[at(k)] = mean;
      isOpen[k] = 0;
    }
  }
  return all.map(at);
}

/** @param of floats from one line to the next, and along one */
function fillLines(
  counts: Float32Array,
  lines: readonly number[],
  { step, along, length }: Readonly<Record<'step' | 'along' | 'length', number>>,
): number[] {
  const isEmpty = new Set(lines);
  const places: number[] = [];
  for (const line of lines) {
    let [before, after] = [line - 1, line + 1];
    while (isEmpty.has(before)) before -= 1;
    while (isEmpty.has(after)) after += 1;
    const share = (line - before) / (after - before);
    for (let k = 0; k < length; k += 1) {
      const at = k * along;
      const [a, b] = [counts[before * step + at]!, counts[after * step + at]!];
      counts[line * step + at] = a + share * (b - a);
      places.push(line * step + at);
    }
  }
  return places;
}
