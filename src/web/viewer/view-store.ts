import type { MapView } from './view.ts';

/** Where canvases look. Several may share one: they then move together. null: the whole map, however large the canvas. */
export class ViewStore {
  #view: MapView | null;
  readonly #listeners = new Set<() => void>();

  constructor(view: MapView | null = null) {
    this.#view = view;
  }

  get view(): MapView | null {
    return this.#view;
  }

  set(view: MapView | null): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
