// What an engine of 2022 lacks of the library, none of it arithmetic.
if (!Symbol.dispose) Object.defineProperty(Symbol, 'dispose', { value: Symbol('dispose') });

const sorted = {
  value(this: Float64Array, compare?: (a: number, b: number) => number) {
    return this.slice().sort(compare);
  },
  writable: true,
  configurable: true,
};
const replaced = {
  value(this: Float64Array, index: number, value: number) {
    const copy = this.slice();
    copy[index] = value;
    return copy;
  },
  writable: true,
  configurable: true,
};
for (const prototype of [Array.prototype, Object.getPrototypeOf(Float64Array.prototype) as object]) {
  if (!('toSorted' in prototype)) Object.defineProperty(prototype, 'toSorted', sorted);
  if (!('with' in prototype)) Object.defineProperty(prototype, 'with', replaced);
}
