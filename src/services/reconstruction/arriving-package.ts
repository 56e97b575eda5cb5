/** A package whose parts come while it is made: they can be read, as often as wanted, before the last one is there. */
export class ArrivingPackage {
  readonly #chunks: Uint8Array[] = [];
  #end: 'open' | 'complete' | { readonly failed: unknown } = 'open';
  #more = Promise.withResolvers<void>();

  add(chunks: readonly Uint8Array[]): void {
    this.#chunks.push(...chunks);
    this.#tell();
  }

  /** Nothing more comes. */
  complete(): void {
    this.#end = 'complete';
    this.#tell();
  }

  /** Nothing more comes, and what came is worth nothing: whoever reads it gets the reason. */
  fail(reason: unknown): void {
    this.#end = { failed: reason };
    this.#tell();
  }

  /** what has come so far, in order */
  get chunks(): readonly Uint8Array[] {
    return this.#chunks;
  }

  /** @throws the reason where it failed */
  async *read(): AsyncGenerator<Uint8Array, void, void> {
    for (let k = 0; ;) {
      if (typeof this.#end === 'object') throw this.#end.failed;
      if (k < this.#chunks.length) yield this.#chunks[k++]!;
      else if (this.#end === 'complete') return;
      else await this.#more.promise;
    }
  }

  #tell(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }
}
