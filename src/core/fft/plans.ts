import { QUAD_BYTES } from '../kernel/complex-layout.ts';
import type { PlanAt } from '../kernel/addresses.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { fastSize } from './fast-size.ts';
import { lineRadices, rowRadices } from './factorise.ts';

/** Plans kept per kernels instance; the one used longest ago goes first. A plan takes up to about 0.3 MB. */
const KEPT_PLANS = 24;

/** by the memory that they lie in */
const instances = new WeakMap<Kernels['wasm'], FftPlans>();

/** The FFT plans of one kernels instance, made when first needed. */
export class FftPlans {
  readonly #kernels: Kernels;
  /** in order of use */
  readonly #plans = new Map<string, readonly PlanAt[]>();

  private constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  static of(kernels: Kernels): FftPlans {
    let plans = instances.get(kernels.wasm);
    if (!plans) instances.set(kernels.wasm, (plans = new FftPlans(kernels)));
    return plans;
  }

  /** A plan for lines side by side, of any length. */
  lines(length: number): PlanAt {
    return this.#kept(`lines ${length}`, () => {
      const radices = lineRadices(length);
      return radices ? [this.#create(length, radices, false)] : this.#createChirp(length);
    });
  }

  /** A plan for single rows whose neighbouring points share quads; null where the length does not allow it. */
  row(length: number): PlanAt | null {
    const radices = rowRadices(length);
    if (!radices) return null;
    return this.#kept(`row ${length}`, () => [this.#create(length, radices, true)]);
  }

  /** The first address made for `key`; the others are what it refers to. */
  #kept(key: string, create: () => PlanAt[]): PlanAt {
    const addresses = this.#plans.get(key) ?? create();
    this.#plans.delete(key);
    this.#plans.set(key, addresses);
    if (this.#plans.size > KEPT_PLANS) {
      const [oldest, released] = this.#plans.entries().next().value!;
      this.#plans.delete(oldest);
      for (const address of released) this.#kernels.wasm.releasePlan(address);
    }
    return addresses[0]!;
  }

  #create(length: number, radices: readonly number[], alongLanes: boolean): PlanAt {
    using scope = this.#kernels.scope();
    const list = scope.integers(radices.length);
    this.#kernels.integers(list, radices.length).set(radices);
    return this.#kernels.wasm.createPlan(list, { length, count: radices.length, alongLanes });
  }

  #createChirp(length: number): PlanAt[] {
    const { wasm } = this.#kernels;
    const span = fastSize(2 * length - 1);
    const inner = this.#create(span, lineRadices(span)!, false);
    const plan = wasm.createChirpPlan(length, inner);
    using scope = this.#kernels.scope();
    wasm.finishChirpPlan(plan, scope.scratch(wasm.linesScratchBytes(plan, QUAD_BYTES)));
    return [plan, inner];
  }
}
