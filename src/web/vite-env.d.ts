/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** of this program, from vite.config.ts */
  readonly LEITH_VERSION: string;
}

/** h5wasm, taken apart by vite.config.ts: the glue, and the address of the WebAssembly module that belongs to it. */
declare module 'virtual:hdf5' {
  export const factory: (options: object) => Promise<unknown>;
  export const wasm: string;
}
