import type { ComplexMap, RealMap } from '../../core/reconstruction/reconstruction.ts';

/** The maps and fields that the page has open, by number. */
export class HeldMaps {
  readonly #maps = new Map<number, RealMap>();
  readonly #fields = new Map<number, ComplexMap>();
  #last = 0;

  /** One that nothing else has. */
  number(): number {
    return ++this.#last;
  }

  hold(map: RealMap): number {
    this.#maps.set(++this.#last, map);
    return this.#last;
  }

  holdField(field: ComplexMap): number {
    this.#fields.set(++this.#last, field);
    return this.#last;
  }

  map(id: number): RealMap {
    const map = this.#maps.get(id);
    if (!map) throw new Error('This map is no longer open.');
    return map;
  }

  field(id: number): ComplexMap {
    const field = this.#fields.get(id);
    if (!field) throw new Error('This field is no longer open.');
    return field;
  }

  release(ids: readonly number[]): void {
    for (const id of ids) {
      this.#maps.delete(id);
      this.#fields.delete(id);
    }
  }
}
