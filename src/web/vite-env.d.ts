/// <reference types="vite/client" />

/** h5wasm, taken apart by vite.config.ts: the glue, and the address of the WebAssembly module that belongs to it. */
declare module 'virtual:hdf5' {
  export const factory: (options: object) => Promise<unknown>;
  export const wasm: string;
}
