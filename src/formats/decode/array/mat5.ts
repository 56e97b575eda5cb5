import type { Frame } from '../../../core/field/frame.ts';
import type { Channel } from '../samples/grey.ts';
import { inflateRawBeginning, inflateZlib } from '../samples/inflate.ts';
import { bytesPerSample, type SampleKind } from '../samples/numeric-samples.ts';
import { unreadable, unsupported } from '../samples/refusals.ts';
import { arrayFrame } from './array-frame.ts';
import { frameLayout } from './array-shape.ts';
import { chooseArrays, type NamedArray } from './choose-arrays.ts';
import { framesOf, type FramesInFile } from './frames-in-file.ts';

/** One variable as the file lists it. */
interface Variable extends NamedArray {
  readonly complex: boolean;
  /** the element, packed or not, with how it is stored */
  readonly element: Element;
}

interface Element {
  readonly type: number;
  readonly data: Uint8Array;
  /** whether the bytes end before it does */
  readonly isCut: boolean;
}

const FILE_HEADER = 128;
const MATRIX = 14;
const COMPRESSED = 15;
/** By the number of a data element's type (MAT-File Format, table 1-1). */
const kinds: Readonly<Record<number, SampleKind>> = {
  ...{ 1: 'i8', 2: 'u8', 3: 'i16', 4: 'u16', 5: 'i32', 6: 'u32', 7: 'f32', 9: 'f64', 12: 'i64', 13: 'u64' },
};
/** Array classes that are plain numbers: double, single and the integers. */
const NUMERIC_CLASSES = { from: 6, to: 15 };
const COMPLEX = 0x0800;
const MOST_VARIABLES = 1000;
/** Packed bytes that hold the name and the shape of any variable. */
const BEGINNING = 1024;
/** Flags, shape, name and tags of a variable, beside its samples. */
const MOST_OVERHEAD = 4096;

/**
 * The hologram in a MAT-file of version 5, as MATLAB's save -v6 and -v7, Octave and SciPy write them: the only array of
 * rows and columns, else the one that is called like a hologram (MathWorks, "MAT-File Format").
 * @throws Problem HOLOGRAM_UNREADABLE, HOLOGRAM_UNSUPPORTED, FRAME_TOO_LARGE
 */
export function decodeMat5(bytes: Uint8Array, channel: Channel | null = null): FramesInFile {
  const littleEndian = isLittleEndian(bytes);
  const chosen = chooseArrays(listVariables(bytes, littleEndian), 'The MAT-file');
  return framesOf(chosen, (variable) => decodeVariable(variable, littleEndian, channel));
}

function decodeVariable(chosen: Variable, littleEndian: boolean, channel: Channel | null): Frame {
  const what = `The variable “${chosen.name}”`;
  if (!chosen.numeric)
    throw unsupported(`${what} holds no plain numbers. Save the frame as an array of numbers.`);
  if (chosen.complex)
    throw unsupported(`${what} holds complex numbers; a hologram is what the camera counted.`);
  const layout = frameLayout(chosen.shape, what);
  const count = chosen.shape.reduce((product, side) => product * side, 1);
  const { kind, data } = samplesOf(unpacked(chosen.element, 8 * count + MOST_OVERHEAD), littleEndian);
  if (data.length !== count * bytesPerSample(kind)) throw damaged();
  return arrayFrame(data.slice(), layout, { kind, littleEndian, fortranOrder: true }, channel);
}

/** The file's last header word reads MI where its byte order is that of who reads. */
function isLittleEndian(bytes: Uint8Array): boolean {
  if (bytes.length < FILE_HEADER) throw damaged();
  const order = String.fromCharCode(bytes[126]!, bytes[127]!);
  if (order !== 'IM' && order !== 'MI') throw damaged();
  return order === 'IM';
}

function listVariables(bytes: Uint8Array, littleEndian: boolean): Variable[] {
  const found: Variable[] = [];
  for (const element of elementsOf(bytes.subarray(FILE_HEADER), littleEndian)) {
    if (element.isCut) throw damaged();
    if (found.length === MOST_VARIABLES) {
      throw unsupported(`The MAT-file holds over ${MOST_VARIABLES} variables. Save the frame alone.`);
    }
    const start = element.type === COMPRESSED ? beginningOf(element.data) : element;
    if (start.type === MATRIX) found.push({ ...headOf(start.data, littleEndian), element });
  }
  return found;
}

/** The elements of a file or of a matrix, one after the other; the last may be cut off. */
function* elementsOf(bytes: Uint8Array, littleEndian: boolean): Generator<Element> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 8 <= bytes.length) {
    const word = view.getUint32(at, littleEndian);
    const small = word >>> 16;
    if (small > 4) throw damaged();
    const type = small > 0 ? word & 0xffff : word;
    const length = small > 0 ? small : view.getUint32(at + 4, littleEndian);
    const from = at + (small > 0 ? 4 : 8);
    yield { type, data: bytes.subarray(from, from + length), isCut: from + length > bytes.length };
    // packed elements are not padded, others end at a multiple of eight
    at = type === COMPRESSED ? from + length : from + (small > 0 ? 4 : Math.ceil(length / 8) * 8);
  }
  if (at < bytes.length) yield { type: 0, data: bytes.subarray(at), isCut: true };
}

/** Name and shape lie at the beginning: nothing else is unpacked of variables that are not wanted. */
function beginningOf(packed: Uint8Array): Element {
  // a zlib stream is a deflate stream behind two bytes
  const bytes = guarded(() => inflateRawBeginning(packed.subarray(2, BEGINNING)));
  if (bytes.length < 8) throw damaged();
  const littleEndian = bytes[0] === MATRIX;
  const type = new DataView(bytes.buffer, bytes.byteOffset, 8).getUint32(0, littleEndian);
  return { type, data: bytes.subarray(8), isCut: true };
}

function unpacked(element: Element, mostBytes: number): Uint8Array {
  if (element.type !== COMPRESSED) return element.data;
  const bytes = guarded(() => inflateZlib(element.data, mostBytes));
  if (bytes.length < 8) throw damaged();
  return bytes.subarray(8);
}

/** Flags, dimensions and name are the first three elements of a matrix. */
function headOf(matrix: Uint8Array, littleEndian: boolean): Omit<Variable, 'element'> {
  const [flags, dimensions, name] = elementsOf(matrix, littleEndian);
  if (!flags || !dimensions || !name || flags.data.length < 8) throw damaged();
  const words = numbersOf(flags.data, littleEndian);
  const type = words[0]! & 0xff;
  return {
    name: String.fromCharCode(...name.data.subarray(0, 200)),
    shape: numbersOf(dimensions.data, littleEndian),
    numeric: type >= NUMERIC_CLASSES.from && type <= NUMERIC_CLASSES.to,
    complex: (words[0]! & COMPLEX) !== 0,
  };
}

function numbersOf(data: Uint8Array, littleEndian: boolean): number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const count = Math.min(32, Math.floor(data.length / 4));
  return Array.from({ length: count }, (_, k) => view.getInt32(4 * k, littleEndian));
}

/** The real part is the fourth element. Its numbers may be stored narrower than the array's class. */
function samplesOf(
  matrix: Uint8Array,
  littleEndian: boolean,
): { readonly kind: SampleKind; readonly data: Uint8Array } {
  const [, , , real] = elementsOf(matrix, littleEndian);
  const kind = real && kinds[real.type];
  if (kind === undefined) throw damaged();
  return { kind, data: real!.data };
}

function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw damaged();
  }
}

function damaged(): Error {
  return unreadable('The MAT-file is damaged or cut short. Save or upload it again.');
}
