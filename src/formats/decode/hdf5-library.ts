/** What is used of the HDF5 library that the h5wasm package compiles to WebAssembly. Ids are 64-bit. */
export interface Hdf5Library {
  readonly HEAPU8: Uint8Array;
  readonly H5G_DATASET: number;
  readonly FS: {
    createDataFile(
      folder: string,
      name: string,
      data: Uint8Array,
      canRead: boolean,
      canWrite: boolean,
      canOwn: boolean,
    ): void;
  };
  _malloc(bytes: number): number;
  open(path: string, mode: number): bigint;
  get_names(file: bigint, group: string, recursive: boolean): string[];
  get_type(file: bigint, path: string): number;
  get_dataset_metadata(file: bigint, path: string): DatasetMetadata;
  get_dataset_filters(file: bigint, path: string): { id: number; name: string }[];
  get_dataset_data(
    file: bigint,
    path: string,
    count: null,
    offset: null,
    strides: null,
    pointer: bigint,
  ): number;
}

export interface DatasetMetadata {
  /** H5T_class_t: 0 integer, 1 float */
  readonly type: number;
  /** bytes per element */
  readonly size: number;
  readonly signed: boolean;
  /** null for a dataset without a dataspace */
  readonly shape: number[] | null;
  readonly chunks: number[] | null;
  readonly virtual_sources?: unknown[];
}

interface Compiled {
  readonly factory: (options: object) => Promise<Hdf5Library>;
  readonly module: object;
}

/** The part of WebAssembly that is needed here; core's own declaration of it covers less. */
interface Instantiated {
  readonly module: object;
  readonly instance: Instance;
}
interface Instance {
  readonly exports: { memory?: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
}
interface Instantiator {
  instantiate(source: object, imports?: object): Promise<unknown>;
}

const webAssembly = WebAssembly as unknown as Instantiator;

const pageBytes = 65536;

// Errors of the library are told by exceptions and return values; it would print a stack of them to stderr too.
const quiet = () => ({ noInitialRun: true, print: () => {}, printErr: () => {}, stdin: () => null });

let compiled: Promise<Compiled> | undefined;

/** How far the memory of an instance may grow. Its caller raises it as the file shows what it needs. */
export interface MemoryBudget {
  bytes: number;
}

/**
 * A fresh instance of the library. It starts with 19 MB and is collected with its caller's last reference, so a
 * damaged file leaves nothing behind; starting one takes about 10 ms.
 */
export async function newHdf5Library(budget: MemoryBudget): Promise<Hdf5Library> {
  compiled ??= compile();
  const { factory, module } = await compiled;
  return factory({
    ...quiet(),
    instantiateWasm(imports: object, receive: (instance: Instance, module: object) => void) {
      void webAssembly.instantiate(module, imports).then((result) => {
        const instance = result as Instance;
        limitGrowth(instance, budget);
        receive(instance, module);
      });
      return {};
    },
  });
}

/**
 * h5wasm's own loader keeps one instance for ever, and its factory neither exports the WebAssembly binary nor its
 * memory. A bomb in a compressed chunk would take 2 GB, and a crash would leave a broken instance behind, so the
 * module is picked up once while the factory instantiates it.
 */
async function compile(): Promise<Compiled> {
  const { default: factory } = await import(new URL('./hdf5_util.js', import.meta.resolve('h5wasm')).href);
  const results: Instantiated[] = [];
  const { instantiate } = webAssembly;
  webAssembly.instantiate = async (source, imports) => {
    const result = await instantiate(source, imports);
    if (isInstantiated(result)) results.push(result);
    return result;
  };
  try {
    const library: Hdf5Library = await factory(quiet());
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

/** Emscripten asks for growth through this object; a refusal makes the library's `malloc` fail. */
function limitGrowth({ exports: { memory } }: Instance, budget: MemoryBudget): void {
  if (memory === undefined) throw new Error('The HDF5 library does not export its memory.');
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > budget.bytes) {
      throw new RangeError('HDF5 memory is at its limit.');
    }
    return grow(pages);
  };
}
