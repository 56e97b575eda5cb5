/** 2^(k/6): six elements halve the period. */
const SIXTH_ROOTS = [
  1, 1.122462048309373, 1.2599210498948732, 1.4142135623730951, 1.5874010519681994, 1.7817974362806785,
];

/**
 * MIL-STD-150A: 2^(group + (element − 1)/6) line pairs per millimetre.
 * @param group a whole number, also negative
 * @param element 1 to 6
 * @returns the width of one bar, half a period, µm
 */
export function barWidth(group: number, element: number): number {
  return 500 / (2 ** group * SIXTH_ROOTS[element - 1]!);
}
