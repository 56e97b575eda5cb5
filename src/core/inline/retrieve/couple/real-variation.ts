import type { GridSize } from './coupled-parts.ts';

/** The proximal step of a total variation on real samples, by its dual, which is kept from one step to the next. */
export class RealVariation {
  readonly #size: GridSize;
  readonly #across: Float32Array;
  readonly #down: Float32Array;

  constructor(size: GridSize) {
    this.#size = size;
    [this.#across, this.#down] = [0, 1].map(() => new Float32Array(size.rows * size.cols)) as [
      Float32Array,
      Float32Array,
    ];
  }

  /** values ← values − Dᵀp, p the dual after so many steps of size `dualStep`, none of it above `weight`. */
  step(
    values: Float32Array,
    weight: number,
    { dualStep, dualSteps }: { readonly dualStep: number; readonly dualSteps: number },
  ): void {
    const { rows, cols } = this.#size;
    const [across, down] = [this.#across, this.#down];
    const primal = values.slice();
    for (let k = 0; k < dualSteps; k += 1) {
      this.#less(values, primal);
      for (let y = 0, i = 0; y < rows; y += 1) {
        for (let x = 0; x < cols; x += 1, i += 1) {
          const here = primal[i]!;
          const right = x + 1 < cols ? primal[i + 1]! - here : 0;
          const below = y + 1 < rows ? primal[i + cols]! - here : 0;
          across[i] = Math.max(-weight, Math.min(weight, across[i]! + dualStep * right));
          down[i] = Math.max(-weight, Math.min(weight, down[i]! + dualStep * below));
        }
      }
    }
    this.#less(values, primal);
    values.set(primal);
  }

  #less(values: Float32Array, to: Float32Array): void {
    const { rows, cols } = this.#size;
    const [across, down] = [this.#across, this.#down];
    for (let y = 0, i = 0; y < rows; y += 1) {
      for (let x = 0; x < cols; x += 1, i += 1) {
        const left = x > 0 ? across[i - 1]! : 0;
        const above = y > 0 ? down[i - cols]! : 0;
        to[i] = values[i]! + across[i]! + down[i]! - left - above;
      }
    }
  }
}
