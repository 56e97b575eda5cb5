/** The HDF5 library as h5wasm compiles it: the glue around it, and the WebAssembly module to be instantiated anew. */
export interface Hdf5Module {
  readonly factory: (options: object) => Promise<unknown>;
  readonly module: object;
}

/** The part of WebAssembly that is needed here; core's own declaration of it covers less. */
interface Instantiated {
  readonly module: object;
  readonly instance: Instance;
}
export interface Instance {
  readonly exports: { memory?: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
}
export interface Instantiator {
  instantiate(source: object, imports?: object): Promise<unknown>;
}

const webAssembly = WebAssembly as unknown as Instantiator;

/**
 * h5wasm's own loader keeps one instance for ever, and its factory neither exports the WebAssembly binary nor its
 * memory. A bomb in a compressed chunk would take 2 GB, and a crash would leave a broken instance behind, so the
 * module is picked up once while the factory instantiates it. The page has another way (src/web/decode/hdf5-module.ts).
 * @param options of the instance that has to be made on the way
 */
export async function loadHdf5Module(options: object): Promise<Hdf5Module> {
  const { default: factory } = await import(new URL('./hdf5_util.js', import.meta.resolve('h5wasm')).href);
  const results: Instantiated[] = [];
  const { instantiate } = webAssembly;
  webAssembly.instantiate = async (source, imports) => {
    const result = await instantiate(source, imports);
    if (isInstantiated(result)) results.push(result);
    return result;
  };
  try {
    const library: { readonly HEAPU8: Uint8Array } = await factory(options);
    const own = results.find(({ instance }) => instance.exports.memory?.buffer === library.HEAPU8.buffer);
    if (own === undefined) throw new Error('The HDF5 library does not start as its version 0.10.3 does.');
    return { factory, module: own.module };
  } finally {
    webAssembly.instantiate = instantiate;
  }
}

function isInstantiated(result: unknown): result is Instantiated {
  return result !== null && typeof result === 'object' && 'module' in result;
}
