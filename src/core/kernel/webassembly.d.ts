// The part of WebAssembly that core uses, declared here because core compiles with neither DOM nor Node types.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  function instantiate(
    bytes: Uint8Array<ArrayBuffer>,
    imports: object,
  ): Promise<{ instance: Instance; module: object }>;
  function instantiate(module: object, imports: object): Promise<Instance>;
}
