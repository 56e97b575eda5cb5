import type { Frame } from '../../core/field/frame.ts';
import { limits } from '../../core/limits/limits.ts';
import { frameLayout } from './array-shape.ts';
import { chooseFrame } from './choose-frame.ts';
import { crc32, inflateRaw, inflateRawBeginning } from './inflate.ts';
import { maxNpyHeaderBytes, readNpyHeader } from './npy-header.ts';
import { decodeNpy } from './npy.ts';
import { unreadable, unsupported } from './refusals.ts';
import { isNpy } from './sniff.ts';
import { listZip } from './zip-directory.ts';
import type { ZipEntry } from './zip-directory.ts';

/** the widest samples in the largest frame with four channels, and a header */
const maxArrayBytes = limits.frame_side_px.max * limits.frame_side_px.max * 8 * 4 + maxNpyHeaderBytes;

export function decodeNpz(bytes: Uint8Array): Frame {
  const entries = listZip(bytes).filter(({ name }) => name.endsWith('.npy'));
  if (entries.length === 0)
    throw unsupported('The file is a ZIP archive without NumPy arrays. Upload the frame itself.');
  const arrays = entries.map((entry) => ({
    name: entry.name.slice(0, -'.npy'.length),
    entry,
    header: readNpyHeader(beginning(entry)),
  }));
  const { entry, header, name } = chooseFrame(
    arrays.map((array) => ({
      ...array,
      shape: array.header.shape,
      numeric: array.header.kind !== undefined,
    })),
    'The NPZ archive',
  );
  frameLayout(header.shape, `The array “${name}”`);
  return decodeNpy(inflated(entry));
}

/** Compressed bytes that any array's header fits in; they unpack to a megabyte at most. */
const beginningBytes = 1024;

/** Enough of an array to hold its header. */
function beginning(entry: ZipEntry): Uint8Array {
  const start = guarded(() =>
    entry.method === 'stored' ? entry.data : inflateRawBeginning(entry.data.subarray(0, beginningBytes)),
  );
  if (!isNpy(start)) throw unreadable(`“${entry.name}” in the archive is not a NumPy array.`);
  return start;
}

function inflated(entry: ZipEntry): Uint8Array {
  if (entry.inflatedSize > maxArrayBytes) {
    throw unreadable(`“${entry.name}” claims ${entry.inflatedSize} bytes, more than its array has.`);
  }
  const bytes = guarded(() =>
    entry.method === 'stored' ? entry.data : inflateRaw(entry.data, entry.inflatedSize),
  );
  if (bytes.length !== entry.inflatedSize || crc32(bytes) !== entry.crc32) throw damaged();
  return bytes;
}

function guarded(read: () => Uint8Array): Uint8Array {
  try {
    return read();
  } catch {
    throw damaged();
  }
}

function damaged(): Error {
  return unreadable(
    'The NPZ archive is damaged: an array does not match its checksum. Save or upload it again.',
  );
}
