/** What `kernels/index.ts` exports, as TypeScript sees it. Addresses are bytes; see the kernels for shapes and units. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;

  // memory.ts
  allocate(bytes: number): number;
  release(block: number): void;
  fillBytes(block: number, value: number, bytes: number): void;
}
