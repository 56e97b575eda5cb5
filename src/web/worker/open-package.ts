import { computer } from './computer.ts';
import type { OpenedPackage } from '../package/opened-package.ts';

/**
 * Opens a result package in the worker: nothing is unpacked on the page's own thread. A File or Blob is read there;
 * of an array the worker gets a copy.
 * @throws Error with a sentence for people, when the bytes are no result package
 */
export async function openPackage(
  zip: Uint8Array | Blob,
  options: { readonly name?: string } = {},
): Promise<OpenedPackage> {
  const blob = zip instanceof Blob ? zip : new Blob([zip as Uint8Array<ArrayBuffer>]);
  const name = options.name ?? (zip instanceof File ? zip.name : 'result.zip');
  const opened = await computer().call('openPackage', { blob });
  const ids = [
    ...Object.values(opened.maps).map((map) => map.id),
    ...(opened.field ? [opened.field.id] : []),
  ];
  return {
    ...opened,
    name,
    bytes: blob.size,
    origin: 'package',
    parts: null,
    close: () => void computer().call('release', { ids }),
  };
}
