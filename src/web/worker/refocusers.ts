import type { Kernels } from '../../core/kernel/kernels.ts';
import type { ComplexMap } from '../../core/reconstruction/reconstruction.ts';
import type { Covers, RefocusPlace } from './protocol.ts';
import { coarseField } from './refocus-preview.ts';
import { FieldRefocuser } from './refocuser.ts';

interface Preview {
  readonly at: FieldRefocuser;
  readonly covers: Covers;
}

interface Kept {
  readonly field: number;
  readonly optics: string;
  whole: FieldRefocuser | null;
  preview: Preview | null;
}

/** One field at a time at other distances: the whole of it, and on few samples while a hand moves. */
export class Refocusers {
  readonly #kernels: Promise<Kernels>;
  readonly #fieldOf: (id: number) => ComplexMap;
  #kept: Kept | null = null;

  constructor(kernels: Promise<Kernels>, fieldOf: (id: number) => ComplexMap) {
    [this.#kernels, this.#fieldOf] = [kernels, fieldOf];
  }

  /** Every sample, as the service would have it. */
  async whole(place: RefocusPlace): Promise<FieldRefocuser> {
    const kernels = await this.#kernels;
    const kept = this.#keptFor(place);
    kept.whole ??= new FieldRefocuser(kernels, this.#fieldOf(place.field), place.optics);
    kept.whole.to(place.shift_mm);
    return kept.whole;
  }

  /** To be looked at, never to read values from. */
  async preview(place: RefocusPlace): Promise<Preview> {
    const kernels = await this.#kernels;
    const kept = this.#keptFor(place);
    if (!kept.preview) {
      const { field, optics, covers } = coarseField(kernels, this.#fieldOf(place.field), place.optics);
      kept.preview = { at: new FieldRefocuser(kernels, field, optics), covers };
    }
    kept.preview.at.to(place.shift_mm);
    return kept.preview;
  }

  /** Of fields that are given back nothing is kept. */
  drop(ids: readonly number[]): void {
    if (this.#kept && ids.includes(this.#kept.field)) this.#drop();
  }

  #keptFor({ field, optics }: RefocusPlace): Kept {
    const wanted = JSON.stringify(optics);
    if (this.#kept?.field !== field || this.#kept.optics !== wanted) {
      this.#drop();
      this.#kept = { field, optics: wanted, whole: null, preview: null };
    }
    return this.#kept;
  }

  #drop(): void {
    this.#kept?.whole?.[Symbol.dispose]();
    this.#kept?.preview?.at[Symbol.dispose]();
    this.#kept = null;
  }
}
