import type { Kernels } from '../../core/kernel/kernels.ts';
import type { ComplexMap } from '../../core/reconstruction/reconstruction.ts';
import { GpuPictures } from './gpu-pictures.ts';
import type { LookedAt } from './gpu-refocus.ts';
import { paintBitmap } from './paint.ts';
import type { Calls, Covers, RefocusOptics, RefocusPlace } from './protocol.ts';
import { coarseField, isReduced } from './refocus-preview.ts';
import { FieldRefocuser } from './refocuser.ts';

interface Preview {
  readonly at: FieldRefocuser;
  readonly covers: Covers;
}

interface Kept {
  readonly field: number;
  readonly optics: RefocusOptics;
  whole: FieldRefocuser | null;
  preview: Preview | null;
}

/** One field at a time at other distances: the whole of it, and on few samples while a hand moves. */
export class Refocusers {
  readonly #kernels: Promise<Kernels>;
  readonly #fieldOf: (id: number) => ComplexMap;
  readonly #gpu: GpuPictures;
  #kept: Kept | null = null;

  constructor(kernels: Promise<Kernels>, fieldOf: (id: number) => ComplexMap) {
    [this.#kernels, this.#fieldOf] = [kernels, fieldOf];
    this.#gpu = new GpuPictures(kernels);
  }

  /** Every sample, as the service would have it. */
  async whole(place: RefocusPlace): Promise<FieldRefocuser> {
    const kernels = await this.#kernels;
    const kept = this.#keptFor(place);
    kept.whole ??= new FieldRefocuser(kernels, this.#fieldOf(place.field), place.optics);
    kept.whole.to(place.shift_mm);
    return kept.whole;
  }

  /**
   * To be looked at, never to read values from: on as many samples as carry the field, or a screen shows; on all of them
   * where a graphics processor makes it.
   */
  async picture({
    show,
    colours,
    range,
    ...place
  }: Calls['refocus']['request']): Promise<Calls['refocus']['reply']> {
    const { rows, cols } = this.#fieldOf(place.field);
    const all = await this.#byGpu(place, { shift_mm: place.shift_mm, show, colours, range });
    if (all) return { bitmap: all, covers: { x: 0, y: 0, width: cols, height: rows }, isByGpu: true };
    const { at, covers } = await this.#preview(place);
    return { bitmap: await paintBitmap(at.map(show), colours, range), covers, isByGpu: false };
  }

  async #byGpu(place: RefocusPlace, seen: LookedAt): Promise<ImageBitmap | null> {
    const field = this.#fieldOf(place.field);
    return isReduced(field, place.optics)
      ? this.#gpu.picture(field, this.#keptFor(place).optics, seen)
      : null;
  }

  async #preview(place: RefocusPlace): Promise<Preview> {
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
    if (this.#kept?.field !== field || JSON.stringify(this.#kept.optics) !== JSON.stringify(optics)) {
      this.#drop();
      this.#kept = { field, optics, whole: null, preview: null };
    }
    return this.#kept;
  }

  #drop(): void {
    this.#kept?.whole?.[Symbol.dispose]();
    this.#kept?.preview?.at[Symbol.dispose]();
    this.#gpu.drop();
    this.#kept = null;
  }
}
