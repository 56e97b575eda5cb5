import { loadHdf5Module, type Hdf5Module, type Instance, type Instantiator } from './hdf5-module.ts';

/** What is used of the HDF5 library that the h5wasm package compiles to WebAssembly. Ids are 64-bit. */
export interface Hdf5Library {
  readonly HEAPU8: Uint8Array;
  readonly H5G_DATASET: number;
  readonly H5G_GROUP: number;
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
  /** where in the file an object lies, as 8 bytes; a link is followed */
  create_object_reference(file: bigint, path: string): readonly number[];
  get_dataset_metadata(file: bigint, path: string): DatasetMetadata;
  get_dataset_filters(file: bigint, path: string): { id: number; name: string }[];
  get_dataset_data(
    file: bigint,
    path: string,
    count: readonly bigint[] | null,
    offset: readonly bigint[] | null,
    strides: readonly bigint[] | null,
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

const webAssembly = WebAssembly as unknown as Instantiator;
const pageBytes = 65536;

// Errors of the library are told by exceptions and return values; it would print a stack of them to stderr too.
const quiet = () => ({ noInitialRun: true, print: () => {}, printErr: () => {}, stdin: () => null });

let loaded: Promise<Hdf5Module> | undefined;

/** How far the memory of an instance may grow. Its caller raises it as the file shows what it needs. */
export interface MemoryBound {
  bytes: number;
}

/**
 * A fresh instance of the library. It starts with 19 MB and is collected with its caller's last reference, so a
 * damaged file leaves nothing behind; starting one takes about 10 ms.
 */
export async function newHdf5Library(budget: MemoryBound): Promise<Hdf5Library> {
  // a page may have lost its connection: it can be asked for again
  loaded ??= loadHdf5Module(quiet()).catch((cause: Error) => {
    loaded = undefined;
    throw cause;
  });
  const { factory, module } = await loaded;
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
  }) as Promise<Hdf5Library>;
}

/** Emscripten asks for growth through this object; a refusal makes the library's `malloc` fail. */
function limitGrowth({ exports: { memory } }: Instance, budget: MemoryBound): void {
  if (memory === undefined) throw new Error('The HDF5 library does not export its memory.');
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > budget.bytes) {
      throw new RangeError('HDF5 memory is at its limit.');
    }
    return grow(pages);
  };
}
