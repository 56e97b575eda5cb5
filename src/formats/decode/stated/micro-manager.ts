import { lengthUm } from './length.ts';
import { nothingStated, type StatedRig } from './stated.ts';

/** What Micro-Manager calls the size of a pixel, in a frame's metadata and in the acquisition's summary. */
const NAMES = ['PixelSizeUm', 'PixelSize_um'];

const SUMMARY_OFFSET = 32;
const SUMMARY_MARK = 2355492;

/** Pixel size in a JSON text of Micro-Manager's. 0 stands for a microscope that nobody calibrated. */
export function fromMicroManager(text: string, source: string): StatedRig {
  if (!NAMES.some((name) => text.includes(name))) return nothingStated;
  const values = parsedObject(text);
  for (const name of NAMES) {
    const size = lengthUm(numberText(values[name]), 'µm');
    if (size !== null) return { pixelSize: { x_um: size, y_um: size, source }, wavelength: null };
  }
  return nothingStated;
}

/** The text of the summary that Micro-Manager keeps behind a TIFF's header ("Micro-Manager File Formats"). */
export function summaryOf(bytes: Uint8Array, littleEndian: boolean, mostBytes: number): string {
  if (bytes.length < SUMMARY_OFFSET + 8) return '';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(SUMMARY_OFFSET, littleEndian) !== SUMMARY_MARK) return '';
  const from = SUMMARY_OFFSET + 8;
  const length = Math.min(view.getUint32(SUMMARY_OFFSET + 4, littleEndian), mostBytes);
  return new TextDecoder().decode(bytes.subarray(from, from + length));
}

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A number, one in quotes, or one with its type, as versions of Micro-Manager write it. */
function numberText(value: unknown): string | undefined {
  const plain =
    typeof value === 'object' && value !== null
      ? (value as { readonly scalar?: unknown; readonly PropVal?: unknown })
      : { scalar: value };
  const number = plain.scalar ?? plain.PropVal;
  return typeof number === 'number' || typeof number === 'string' ? String(number) : undefined;
}
