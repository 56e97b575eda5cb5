import { unsupported } from '../../formats/decode/refusals.ts';

/** Stands in for src/formats/decode/hdf5-library.ts where the page is built: the library alone is larger than the page. */
export async function newHdf5Library(): Promise<never> {
  throw unsupported('HDF5 files are read by the service, but not shown in the page before they are sent.');
}
