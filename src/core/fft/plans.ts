import type { Kernels } from '../kernel/kernels.ts';
import { fastSize } from './fast-size.ts';
import { lineRadices, rowRadices } from './factorise.ts';

/** Plans kept per kernels instance; the one used longest ago goes first. A plan takes up to about 0.3 MB. */
const KEPT_PLANS = 24;
const BYTES_PER_RADIX = 4;

const instances = new WeakMap<Kernels, FftPlans>();

/** The FFT plans of one kernels instance, made when first needed. */
export class FftPlans {
  readonly #kernels: Kernels;
  /** in order of use */
  readonly #plans = new Map<string, readonly number[]>();

  private constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  static of(kernels: Kernels): FftPlans {
    let plans = instances.get(kernels);
    if (!plans) instances.set(kernels, (plans = new FftPlans(kernels)));
    return plans;
  }

  /** Address of a plan for lines side by side, of any length. */
  lines(length: number): number {
    return this.#kept(`lines ${length}`, () => {
      const radices = lineRadices(length);
      return radices ? [this.#create(length, radices, false)] : this.#createChirp(length);
    });
  }

  /** Address of a plan for single rows whose neighbouring points share quads; 0 where the length does not allow it. */
  row(length: number): number {
    const radices = rowRadices(length);
    if (!radices) return 0;
    return this.#kept(`row ${length}`, () => [this.#create(length, radices, true)]);
  }

  /** The first address made for `key`; the others are what it refers to. */
  #kept(key: string, create: () => number[]): number {
    const addresses = this.#plans.get(key) ?? create();
    this.#plans.delete(key);
    this.#plans.set(key, addresses);
    if (this.#plans.size > KEPT_PLANS) {
      const [oldest, released] = this.#plans.entries().next().value!;
      this.#plans.delete(oldest);
      for (const address of released) this.#kernels.run.releasePlan(address);
    }
    return addresses[0]!;
  }

  #create(length: number, radices: readonly number[], alongLanes: boolean): number {
    using scope = this.#kernels.scope();
    const list = scope.block(radices.length * BYTES_PER_RADIX);
    new Uint32Array(this.#kernels.run.memory.buffer, list, radices.length).set(radices);
    return this.#kernels.run.createPlan(length, list, radices.length, alongLanes);
  }

  #createChirp(length: number): number[] {
    const { run } = this.#kernels;
    const span = fastSize(2 * length - 1);
    const inner = this.#create(span, lineRadices(span)!, false);
    const plan = run.createChirpPlan(length, inner);
    using scope = this.#kernels.scope();
    run.finishChirpPlan(plan, scope.block(run.linesScratchBytes(plan, 32)));
    return [plan, inner];
  }
}
