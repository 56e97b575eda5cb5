import { Buffer } from 'node:buffer';
import yazl from 'yazl';
import { byteLength, type EncodedFile } from './encoded-file.ts';

/** Any fixed date: the bytes of an archive depend on its contents alone. */
const DATE = new Date(1980, 0, 1);

/** Named NPY files in an uncompressed ZIP, NumPy's NPZ. */
export async function encodeNpz(arrays: Readonly<Record<string, EncodedFile>>): Promise<EncodedFile> {
  const zip = new yazl.ZipFile();
  for (const [name, file] of Object.entries(arrays)) {
    const whole = Buffer.concat(file, byteLength(file));
    zip.addBuffer(whole, `${name}.npy`, { compress: false, mtime: DATE, forceDosTimestamp: true });
  }
  zip.end();
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return pieces;
}
