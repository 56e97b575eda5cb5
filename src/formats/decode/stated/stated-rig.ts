import { Problem } from '../../../core/problem/problem.ts';
import type { HologramFormat } from '../samples/sniff.ts';
import { readDirectories } from '../tiff/directory.ts';
import { tag } from '../tiff/tags.ts';
import { imageJInfo } from './image-j-info.ts';
import { fromMicroManager, summaryOf } from './micro-manager.ts';
import { fromOmeXml } from './ome-xml.ts';
import { shownOtherwise } from './orientation.ts';
import { exifOf } from './parts-of-picture.ts';
import { fromPicture } from './picture-resolution.ts';
import { fromResolution } from './resolution.ts';
import { nothingStated, type StatedRig } from './stated.ts';

/** Metadata are read as far as this; what counts stands at the beginning. */
const MOST_BYTES = 256 * 1024;
/** Outside of these an entry is a printer's resolution, or a field that nobody filled in. */
const PIXEL_SIZE_UM = { min: 0.005, max: 50 };
const WAVELENGTH_UM = { min: 0.1, max: 20 };

/** What the metadata of a file say of the rig. Never a reason to refuse a frame: what is damaged states nothing. */
export function statedRig(bytes: Uint8Array, format: HologramFormat): StatedRig {
  try {
    const shown = shownOtherwise(bytes, format);
    const turned = shown === null ? {} : { shown };
    const found = [...(format === 'tiff' ? ofTiff(bytes) : ofPicture(bytes, format))];
    const sizes = found.flatMap(({ pixelSize }) => pixelSize ?? []);
    const wavelengths = found.flatMap(({ wavelength }) => wavelength ?? []);
    return {
      pixelSize:
        sizes.find(({ x_um, y_um }) => within(x_um, PIXEL_SIZE_UM) && within(y_um, PIXEL_SIZE_UM)) ?? null,
      wavelength: wavelengths.find(({ um }) => within(um, WAVELENGTH_UM)) ?? null,
      ...turned,
    };
  } catch (error) {
    if (error instanceof Problem) return nothingStated;
    throw error;
  }
}

/** In the order in which they count. */
function* ofTiff(bytes: Uint8Array): Generator<StatedRig> {
  const { directories, littleEndian } = readDirectories(bytes);
  const directory = directories[0]!;
  const utf8 = (name: number) => new TextDecoder().decode(directory.bytes(name, MOST_BYTES));
  const description = utf8(tag.imageDescription);
  yield fromOmeXml(description);
  yield fromMicroManager(utf8(tag.microManager), 'Micro-Manager’s metadata');
  yield fromMicroManager(summaryOf(bytes, littleEndian, MOST_BYTES), 'Micro-Manager’s summary');
  yield fromMicroManager(description, 'the image description');
  yield fromMicroManager(imageJInfo(directory, littleEndian, MOST_BYTES), 'ImageJ’s image information');
  yield fromResolution(directory);
}

function* ofPicture(bytes: Uint8Array, format: HologramFormat): Generator<StatedRig> {
  yield fromPicture(bytes, format);
  const exif = exifOf(bytes, format);
  // a header and the shortest of lists
  if (exif && exif.length >= 16) yield fromResolution(readDirectories(exif).directories[0]!);
}

function within(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max;
}
