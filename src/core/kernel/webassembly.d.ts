// The part of WebAssembly that core uses, declared here because core compiles with neither DOM nor Node types.
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number; readonly shared: true });
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports: object);
    readonly exports: Record<string, unknown>;
  }
  function instantiate(
    bytes: Uint8Array<ArrayBuffer>,
    imports: object,
  ): Promise<{ instance: Instance; module: Module }>;
}
