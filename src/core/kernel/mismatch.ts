/** Two planes that a kernel walks through together differ in pitch or shape. */
export function mismatch(kernel: string, one: string, other: string): RangeError {
  return new RangeError(`${kernel}: the planes ${one} and ${other} differ in pitch or shape`);
}
