import { Problem } from '../../core/problem/problem.ts';
import { listZip } from '../decode/array/zip-directory.ts';

/**
 * The files of a result package by their paths, in their order. They are stored uncompressed, so nothing is unpacked.
 * @throws Problem HOLOGRAM_UNREADABLE where it is no ZIP, or not one of ours
 */
export function unpackPackage(zip: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const { name, method, data } of listZip(zip)) {
    if (method !== 'stored' || files.has(name)) {
      throw new Problem(
        'HOLOGRAM_UNREADABLE',
        `The file is not a result package: ${name} is packed or listed twice.`,
      );
    }
    files.set(name, data);
  }
  return files;
}
