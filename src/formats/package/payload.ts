import type { Kernels } from '../../core/kernel/kernels.ts';
import type { RealMap, Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { encodeNpyArray } from '../encode/npy-array.ts';
import { encodeTiff } from '../encode/tiff.ts';
import type { OutputName } from '../../core/recipe/outputs.ts';
import { pictureLimits } from '../preview/map-picture.ts';
import { previewDrawer, type Preview } from '../preview/previews.ts';
import type { Limits } from '../preview/robust-limits.ts';
import { unitAmplitude } from '../preview/unit-amplitude.ts';
import type { Output } from '../report/evidence-report.ts';
import { packageFile, type PackageFile } from './package-file.ts';

/** A file of the result itself: the same bytes for the same input on every machine. */
export interface PayloadFile extends PackageFile {
  readonly mediaType: string;
  /** one sentence for people */
  readonly description: string;
  /** what the evidence report says of it */
  readonly output: Output;
}

export interface Payload {
  readonly files: readonly PayloadFile[];
  readonly previews: readonly Preview[];
}

interface MapFile {
  readonly name: OutputName;
  readonly map: RealMap | null;
  readonly quantity: string;
  readonly unit: string;
  /** what ImageJ shows as black and white: the limits of the map's picture, or these */
  readonly display: 'picture' | Limits;
  readonly description: string;
}

type FileOfMap = MapFile & { readonly map: RealMap };

const WHOLE_TURN: Limits = { min: -3.14159265, max: 3.14159265 };

/** Who is told what while files are made. */
export interface PayloadEvents {
  /** the picture of the phase, as a PNG, before any file: somebody may be waiting for it */
  readonly onPicture?: ((phase: Uint8Array) => void) | undefined;
  /** each file of a map and that of the field, in their order; nothing reads their pieces afterwards */
  readonly onFile?: ((file: PackageFile) => void) | undefined;
}

/** Every file of the result that depends on the reconstruction alone, of those that its recipe asks for. */
export function encodePayload(
  kernels: Kernels,
  reconstruction: Reconstruction,
  { onPicture, onFile }: PayloadEvents = {},
): Payload {
  const { outputs } = reconstruction.used.recipe;
  const drawer = outputs.includes('previews') ? previewDrawer(kernels, reconstruction) : null;
  const phase = onPicture && drawer?.of('phase.tif');
  if (phase) onPicture(phase.png);
  const { field, pixel_size_um: pixelSize } = reconstruction;
  const files: PayloadFile[] = [];
  const add = (file: PayloadFile): void => {
    files.push(file);
    onFile?.(file);
  };
  const maps = mapFiles(reconstruction).filter((file): file is FileOfMap => {
    return file.map !== null && outputs.includes(file.name);
  });
  const memories = [
    ...maps.map(({ map }) => map.data.buffer),
    ...(outputs.includes('field') ? [field.data.buffer] : []),
  ];
  for (const [k, { map, display, ...file }] of maps.entries()) {
    const memory = map.data.buffer;
    drawer?.from(memory);
    const drawn = display === 'picture' ? drawer?.of(`${file.name}.tif`)?.limits : display;
    const limits = drawn ?? pictureLimits(kernels, map, pixelSize);
    // whoever is told of a file may take its memory away
    const own = onFile && memories.includes(memory, k + 1) ? { ...map, data: map.data.slice() } : map;
    add(encodeMap(file, own, pixelSize, limits));
  }
  if (outputs.includes('field')) add(encodeField(reconstruction));
  const previews = drawer?.all() ?? [];
  return { files: [...files, ...previews.map(describePreview)], previews };
}

function mapFiles(reconstruction: Reconstruction): MapFile[] {
  const { phase, phase_wrapped, amplitude, phase_uncertainty, phase_noise, height } = reconstruction;
  return [
    {
      ...{ name: 'phase', map: phase, quantity: 'phase', unit: 'rad', display: 'picture' },
      description: 'Unwrapped phase; more optical path in the sample is more positive.',
    },
    {
      ...{ name: 'phase_wrapped', map: phase_wrapped, quantity: 'wrapped phase', unit: 'rad' },
      display: WHOLE_TURN,
      description: 'Phase as it was before unwrapping, in (-π, π].',
    },
    {
      ...{ name: 'amplitude', map: amplitude, quantity: 'amplitude', unit: '1', display: 'picture' },
      description:
        unitAmplitude(reconstruction) === 'no sample'
          ? 'Amplitude relative to the background; 1 is no sample.'
          : 'Amplitude relative to the bright parts of the frame, as no background was found: 1 is where they are.',
    },
    {
      ...{ name: 'phase_uncertainty', map: phase_uncertainty, unit: 'rad', display: 'picture' },
      quantity: 'standard uncertainty of phase',
      description: 'One standard deviation of the phase, per pixel.',
    },
    {
      ...{ name: 'phase_noise', map: phase_noise, unit: 'rad', display: 'picture' },
      quantity: 'standard deviation of phase by camera noise',
      description: 'What the camera’s noise alone does to the phase, one standard deviation per pixel.',
    },
    {
      ...{ name: 'height', map: height, quantity: 'height', unit: 'nm', display: 'picture' },
      description: 'Height (thickness) of the sample from its phase and the refractive indices given.',
    },
  ];
}

function encodeMap(
  { name, quantity, unit, description }: Omit<MapFile, 'map' | 'display'>,
  map: RealMap,
  pixelSizeUm: Reconstruction['pixel_size_um'],
  limits: Limits,
): PayloadFile {
  const file = packageFile(
    `data/${name}.tif`,
    encodeTiff(map, { pixelSizeUm, display: limits, valueUnit: unit }),
  );
  const shape = [map.rows, map.cols];
  const output = {
    ...entry(file),
    quantity,
    unit,
    shape,
    dtype: 'float32',
    pixel_size_um: pixelSizeUm,
  } as const;
  return { ...file, mediaType: 'image/tiff', description, output };
}

function encodeField({ field, pixel_size_um }: Reconstruction): PayloadFile {
  const shape = [field.rows, field.cols];
  const file = packageFile('data/field.npy', encodeNpyArray(field.data, shape, true));
  return {
    ...file,
    mediaType: 'application/octet-stream',
    description: 'The focused complex field, its background removed.',
    output: {
      ...entry(file),
      quantity: 'complex field',
      unit: '1',
      shape,
      dtype: 'complex64',
      pixel_size_um,
    },
  };
}

function describePreview({ name, title, png, width, height }: Preview): PayloadFile {
  const file = packageFile(`data/preview/${name}.png`, [png]);
  const output = { ...entry(file), quantity: `picture of ${name}`, unit: null, shape: [height, width] };
  return {
    ...file,
    mediaType: 'image/png',
    description: `Picture for looking at, not for measuring: ${title}.`,
    output: { ...output, dtype: 'uint8', pixel_size_um: null },
  };
}

function entry({ path, sha256 }: PackageFile): Pick<Output, 'path' | 'sha256'> {
  return { path, sha256 };
}
