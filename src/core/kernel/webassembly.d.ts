// The part of WebAssembly that core uses, declared here because core compiles with neither DOM nor Node types.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: object, imports: object);
    readonly exports: Record<string, unknown>;
  }
  function instantiate(
    bytes: Uint8Array<ArrayBuffer>,
    imports: object,
  ): Promise<{ instance: Instance; module: object }>;
}
