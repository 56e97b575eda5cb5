import { unreadable, unsupported } from './refusals.ts';

/** The refusal of a file whose beginning is that of no known format. */
export function unknownContent(bytes: Uint8Array, name: string | undefined): Error {
  if (bytes.length === 0) return unreadable('The file is empty.');
  if (isTable(bytes)) {
    return unsupported(
      'The file is a table of numbers as text. Save it as an array of numbers (NPY, MAT) or as grey TIFF.',
    );
  }
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
    'The file is of no known format. PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT and JPEG are read. ' +
      'Pixels without a header say no width and no type: open them as such (ImageJ: File › Import › Raw) and save them as TIFF.',
  );
}

/** Numbers and what parts them, and nothing else where the file begins. */
function isTable(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 200)).replace(/^\u00ef\u00bb\u00bf/, '');
  return /^[\s\d.,;eE+-]+$/.test(start) && /\d[\s,;]+[+-]?\d/.test(start);
}
