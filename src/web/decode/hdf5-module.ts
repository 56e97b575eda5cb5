import type { Hdf5Module } from '../../formats/decode/array/hdf5-module.ts';
import { NotReadHere } from '../../formats/decode/samples/refusals.ts';

/** The part of WebAssembly that core's own declaration of it does not cover. */
interface Compiler {
  compileStreaming(source: Promise<Response>): Promise<object>;
}

/**
 * Stands in for src/formats/decode/array/hdf5-module.ts where the page is built: the library, which is larger than the page,
 * is fetched when the first HDF5 file is dropped.
 */
export async function loadHdf5Module(): Promise<Hdf5Module> {
  try {
    const { factory, wasm } = await import('virtual:hdf5');
    const module = await (WebAssembly as unknown as Compiler).compileStreaming(fetch(wasm));
    return { factory, module };
  } catch {
    throw new NotReadHere(
      'The part of this page that reads HDF5 could not be loaded, so the frame is not shown. The service reads it.',
    );
  }
}
