import type { RealMap } from '../reconstruction/reconstruction.ts';

/**
 * Mean and standard deviation over time of every sample, of the frames that belong. The sums are of differences from the
 * first frame, in the frames' order: the same frames give the same bytes.
 */
export class TemporalMoments {
  #first: Float32Array | null = null;
  #sum = new Float64Array(0);
  #squares = new Float64Array(0);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param phase of the shape of all others */
  add(phase: Float32Array): void {
    this.#count++;
    if (this.#first === null) {
      this.#first = phase.slice();
      this.#sum = new Float64Array(phase.length);
      this.#squares = new Float64Array(phase.length);
      return;
    }
    const [first, sum, squares] = [this.#first, this.#sum, this.#squares];
    for (let i = 0; i < phase.length; i++) {
      const off = phase[i]! - first[i]!;
      sum[i]! += off;
      squares[i]! += off * off;
    }
  }

  /** rad; zeros where no frame was added */
  mean(rows: number, cols: number): RealMap {
    const data = new Float32Array(rows * cols);
    const first = this.#first;
    if (first) for (let i = 0; i < data.length; i++) data[i] = first[i]! + this.#sum[i]! / this.#count;
    return { rows, cols, data };
  }

  /** rad, of single frames about their mean; zeros for fewer than two frames */
  std(rows: number, cols: number): RealMap {
    const data = new Float32Array(rows * cols);
    const n = this.#count;
    if (n > 1)
      for (let i = 0; i < data.length; i++) {
        const sum = this.#sum[i]!;
        data[i] = Math.sqrt(Math.max(0, (this.#squares[i]! - (sum * sum) / n) / (n - 1)));
      }
    return { rows, cols, data };
  }
}
