/** From a median of absolute values to the standard deviation of a Gaussian. */
export const MAD = 1.4826;

/**
 * The upper median (element ⌊n/2⌋ in ascending order) by quickselect. NaN for no values.
 * @param values finite; reordered
 */
export function medianInPlace(values: Float64Array): number {
  return selectInPlace(values, values.length >> 1);
}

/**
 * The element of this place in ascending order; NaN for no values.
 * @param values finite; reordered
 */
export function selectInPlace(values: Float64Array, wanted: number): number {
  let low = 0;
  let high = values.length - 1;
  if (high < 0) return NaN;
  while (low < high) {
    const pivot = middleOf(values[low]!, values[(low + high) >> 1]!, values[high]!);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const swap = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swap;
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return values[wanted]!;
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
