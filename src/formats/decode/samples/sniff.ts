import { unsupported } from './refusals.ts';

export type HologramFormat = 'png' | 'tiff' | 'bmp' | 'npy' | 'npz' | 'hdf5' | 'mat' | 'jpeg';

interface Signature {
  readonly offset?: number;
  /** one character per byte */
  readonly text: string;
}

/** How MATLAB's files that are HDF5 inside begin. */
const MATLAB_73 = 'MATLAB 7.3';

const hologramSignatures: ReadonlyArray<Signature & { format: HologramFormat }> = [
  { format: 'png', text: '\x89PNG\r\n\x1a\n' },
  { format: 'jpeg', text: '\xff\xd8\xff' },
  { format: 'npy', text: '\x93NUMPY' },
  { format: 'npz', text: 'PK\x03\x04' },
  { format: 'npz', text: 'PK\x05\x06' },
  // Canon's CR2 is a TIFF by its first bytes; its own mark follows and is looked for first, below.
  { format: 'tiff', text: 'II*\0' },
  { format: 'tiff', text: 'MM\0*' },
  { format: 'tiff', text: 'II+\0' },
  { format: 'tiff', text: 'MM\0+' },
  { format: 'bmp', text: 'BM' },
  { format: 'mat', text: 'MATLAB 5.0 MAT-file' },
  { format: 'mat', text: `${MATLAB_73} MAT-file` },
  // HDF5 may begin after a block of the user's own.
  ...[0, 512, 1024, 2048, 4096].map(
    (offset) => ({ format: 'hdf5', offset, text: '\x89HDF\r\n\x1a\n' }) as const,
  ),
];

const video = 'a video. Export one frame as PNG or TIFF';
const cameraRaw = 'a camera raw file. Export the frame as grey PNG or TIFF, without demosaicing';
const picture = 'not read here. Save the frame as grey PNG or TIFF';

/** PBM, PGM and PPM, as text and packed: two letters and white space. */
const netpbm = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6'].flatMap((mark) =>
  ['\n', '\r', ' '].map((space) => ({
    text: mark + space,
    name: 'PGM or a relative of it',
    reason: picture,
  })),
);

const refusedSignatures: ReadonlyArray<Signature & { name: string; reason: string }> = [
  ...netpbm,
  { text: 'CR\x02\0', offset: 8, name: 'Canon CR2', reason: cameraRaw },
  { text: 'ftypcrx ', offset: 4, name: 'Canon CR3', reason: cameraRaw },
  { text: 'FUJIFILMCCD-RAW', name: 'Fujifilm RAF', reason: cameraRaw },
  { text: 'IIU\0', name: 'Panasonic RW2', reason: cameraRaw },
  { text: 'IIRO', name: 'Olympus ORF', reason: cameraRaw },
  { text: 'IIRS', name: 'Olympus ORF', reason: cameraRaw },
  { text: 'FOVb', name: 'Sigma X3F', reason: cameraRaw },
  { text: 'ftypheic', offset: 4, name: 'HEIC', reason: picture },
  { text: 'ftypheix', offset: 4, name: 'HEIC', reason: picture },
  { text: 'ftypmif1', offset: 4, name: 'HEIF', reason: picture },
  { text: 'ftypavif', offset: 4, name: 'AVIF', reason: picture },
  { text: 'ftypqt  ', offset: 4, name: 'QuickTime MOV', reason: video },
  { text: 'ftyp', offset: 4, name: 'MP4', reason: video },
  { text: 'moov', offset: 4, name: 'QuickTime MOV', reason: video },
  { text: 'mdat', offset: 4, name: 'QuickTime MOV', reason: video },
  { text: 'AVI ', offset: 8, name: 'AVI', reason: video },
  { text: 'WEBP', offset: 8, name: 'WebP', reason: picture },
  { text: '\x1a\x45\xdf\xa3', name: 'Matroska (MKV, WebM)', reason: video },
  { text: '0&\xb2u\x8ef\xcf\x11', name: 'Windows Media', reason: video },
  { text: 'FLV\x01', name: 'Flash video', reason: video },
  { text: '\0\0\x01\xba', name: 'MPEG', reason: video },
  { text: '\0\0\x01\xb3', name: 'MPEG', reason: video },
  { text: 'GIF87a', name: 'GIF', reason: picture },
  { text: 'GIF89a', name: 'GIF', reason: picture },
  { text: '\0\0\0\x0cjP  ', name: 'JPEG 2000', reason: picture },
  { text: '\xff\x4f\xff\x51', name: 'JPEG 2000', reason: picture },
  { text: '\0\0\0\x0cJXL ', name: 'JPEG XL', reason: picture },
  { text: '\xff\x0a', name: 'JPEG XL', reason: picture },
  { text: '8BPS', name: 'Photoshop', reason: picture },
  { text: 'SIMPLE  =', name: 'FITS', reason: picture },
  { text: 'DICM', offset: 128, name: 'DICOM', reason: picture },
  { text: 'ZISRAWFILE', name: 'Zeiss CZI', reason: picture },
  { text: '\xda\xce\xbe\x0a', name: 'Nikon ND2', reason: picture },
  { text: 'p\0\0\0', name: 'Leica LIF', reason: picture },
  { text: 'Andor Technology Multi-Channel File', name: 'Andor SIF', reason: picture },
  { text: '\x76\x2f\x31\x01', name: 'OpenEXR', reason: picture },
  { text: '%PDF', name: 'PDF', reason: picture },
  { text: '\x1f\x8b', name: 'gzip', reason: 'packed. Unpack it and upload the frame inside' },
];

/** Tells the format by content; a name is never asked. Known formats that are not read are refused by name. */
export function sniff(bytes: Uint8Array): HologramFormat | undefined {
  const refused = refusedSignatures.find((signature) => matches(bytes, signature));
  const known = hologramSignatures.find((signature) => matches(bytes, signature));
  if (refused !== undefined && (known === undefined || refused.reason === cameraRaw)) {
    throw unsupported(`The file is ${refused.name}, ${refused.reason}.`);
  }
  return known?.format;
}

/** What a file is whose content is known but never read. */
export function refusedKind(bytes: Uint8Array): 'video' | 'raw' | undefined {
  const reason = refusedSignatures.find((signature) => matches(bytes, signature))?.reason;
  if (reason === video) return 'video';
  return reason === cameraRaw ? 'raw' : undefined;
}

/** MATLAB's version 7.3 files are HDF5 with every array stored by columns, its axes in reverse. */
export function isMatlab73(bytes: Uint8Array): boolean {
  return matches(bytes, { text: MATLAB_73 });
}

export function isNpy(bytes: Uint8Array): boolean {
  return matches(bytes, { text: '\x93NUMPY' });
}

function matches(bytes: Uint8Array, { offset = 0, text }: Signature): boolean {
  if (bytes.length < offset + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}
