import { unreadable, unsupported } from './refusals.ts';

/** The refusal of a file whose beginning is that of no known format. */
export function unknownContent(bytes: Uint8Array, name: string | undefined): Error {
  if (bytes.length === 0) return unreadable('The file is empty.');
  const extension = /\.(png|tiff?|bmp|npy|npz|h5|hdf5|mat|jpe?g)$/i.exec(name ?? '')?.[1];
  if (extension !== undefined) {
    const old =
      extension.toLowerCase() === 'mat'
        ? ' Of MATLAB’s formats those of -v7 and -v7.3 are read, not -v4.'
        : '';
    return unreadable(
      `The file is named .${extension}, but does not begin like one.${old} Export or upload it again.`,
    );
  }
  return unsupported(
    'The file is of no known format. PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT and JPEG are read.',
  );
}
