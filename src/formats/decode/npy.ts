import type { Frame } from '../../core/field/frame.ts';
import { arrayFrame } from './array-frame.ts';
import { frameLayout } from './array-shape.ts';
import { readNpyHeader } from './npy-header.ts';
import { bytesPerSample } from './numeric-samples.ts';
import { unreadable, unsupported } from './refusals.ts';

export function decodeNpy(bytes: Uint8Array): Frame {
  const header = readNpyHeader(bytes);
  if (header.kind === undefined) {
    throw unsupported(
      `The array holds “${header.descr}” values; integers and floats of real numbers are read. ` +
        'Convert it, for instance with array.astype("float32"). Pickled objects are never opened.',
    );
  }
  const layout = frameLayout(header.shape, 'The array');
  const expected = layout.width * layout.height * layout.channels * bytesPerSample(header.kind);
  const found = bytes.length - header.dataOffset;
  if (found !== expected) {
    throw unreadable(`The NPY header promises ${expected} bytes of samples, but ${found} follow it.`);
  }
  return arrayFrame(bytes.slice(header.dataOffset), layout, { ...header, kind: header.kind });
}
