/** Frequency of FFT index `i` of `count`, cycles per sample, from −½ (kept by even counts) to below ½. */
export function signedFrequency(i: number, count: number): number {
  return (i < (count + 1) >> 1 ? i : i - count) / count;
}
