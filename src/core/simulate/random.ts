/**
 * xoshiro128** (Blackman and Vigna, doi:10.1145/3460772), seeded through splitmix64 as its authors advise.
 * Only 32-bit integer operations: the same seed gives the same numbers in every engine.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param state four 32-bit words, not all zero */
  constructor(state: readonly [number, number, number, number]) {
    [this.#a, this.#b, this.#c, this.#d] = state;
  }

  /**
   * @param seed non-negative integer
   * @param stream a small integer naming what the numbers are for, so that drawing one more bead leaves the
   *   noise as it was
   */
  static from(seed: number, stream = 0): Random {
    const next = splitmix64((BigInt(stream) << 53n) | BigInt(seed));
    const first = next();
    const second = next();
    const low = (word: bigint) => Number(word & 0xffffffffn);
    return new Random([low(first), low(first >> 32n), low(second), low(second >> 32n)]);
  }

  /** The next 32 bits, as an unsigned integer. */
  bits(): number {
    const five = Math.imul(this.#b, 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result;
  }

  /** Uniform on the open interval (0, 1): neither end is ever drawn, so its logarithm is finite. */
  uniform(): number {
    return (this.bits() + 0.5) / 4294967296;
  }

  /** Uniform between `low` and `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }
}

/** Steele, Lea and Flood, doi:10.1145/2660193.2660195. */
export function splitmix64(seed: bigint): () => bigint {
  const word = (value: bigint) => BigInt.asUintN(64, value);
  let state = word(seed);
  return () => {
    state = word(state + 0x9e3779b97f4a7c15n);
    let mixed = word((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = word((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  };
}
