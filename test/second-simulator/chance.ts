/** Numbers from a seed (mulberry32), for whole rigs and for photons. */
export class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b9) >>> 0;
  }
  /** 0 to 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }
  within(half: number): number {
    return this.between(-half, half);
  }
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
  poisson(mean: number): number {
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const least = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > least; product *= this.next()) count += 1;
    return count;
  }
}
