/** Σ of values by each of some tables. */
export function dots(values: Float64Array, tables: readonly Float32Array[]): Float64Array {
  const out = new Float64Array(tables.length);
  for (let k = 0; k < tables.length; k += 4) addFour(out, k, values, tables);
  return out;
}

/** Four of them at a time: a sum waits for the one before it, and four do not wait for each other. */
function addFour(out: Float64Array, k: number, values: Float64Array, tables: readonly Float32Array[]): void {
  const first = tables[k]!;
  const [second = first, third = first, fourth = first] = tables.slice(k + 1, k + 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    a += value * first[i]!;
    b += value * second[i]!;
    c += value * third[i]!;
    d += value * fourth[i]!;
  }
  [a, b, c, d].slice(0, tables.length - k).forEach((sum, l) => (out[k + l] = sum));
}
