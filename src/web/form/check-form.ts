import { Problem } from '../../core/problem/problem.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { readNumber } from '../../core/recipe/number-text.ts';
import { checkWorkflowFit, type WorkflowFit } from '../../core/workflow-fit/check.ts';
import { parseWorkflowFit } from '../../core/workflow-fit/request.ts';
import { byField, type FieldErrors } from '../api/field-errors.ts';

/** The same check that the service makes when it gets these fields. */
export function checkFields(given: Readonly<Record<string, string>>): FieldErrors {
  try {
    parseRecipe(given);
    return new Map();
  } catch (error) {
    if (error instanceof Problem) return byField(error.errors);
    throw error;
  }
}

/** What the frame in hand is, as far as it is known. */
export interface FrameOfForm {
  readonly format: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly bit_depth: number | null;
  readonly background: boolean;
}

/** Words of the fit check for formats as the decoders name them. */
const formats: Readonly<Record<string, string>> = {
  png: 'png',
  tiff: 'tiff',
  tif: 'tiff',
  npy: 'npy',
  npz: 'npz',
  hdf5: 'hdf5',
  h5: 'hdf5',
  bmp: 'bmp',
  mat: 'mat',
  jpeg: 'jpg',
  jpg: 'jpg',
  ...{ avi: 'video', mp4: 'video', mov: 'video', mkv: 'video', webm: 'video' },
  ...{ raw: 'raw', dng: 'raw', cr2: 'raw', nef: 'raw', arw: 'raw' },
};

const NUMBERS = ['wavelength_um', 'pixel_pitch_um', 'magnification', 'z_mm', 'z_min_mm', 'z_max_mm'];

/**
 * The verdict of the fit check by the service's own rules, which are part of this page: nothing is sent, and none of
 * the checks per hour is spent. null: something typed can't be judged; the fields say what.
 */
export function judge(given: Readonly<Record<string, string>>, frame: FrameOfForm): WorkflowFit | null {
  const numbers = NUMBERS.flatMap((name) =>
    given[name] === undefined ? [] : [[name, readNumber(given[name])]],
  );
  const stackStart = given.stack_z_mm?.split(',')[0];
  const distance = stackStart === undefined ? {} : { z_mm: readNumber(stackStart) };
  const { format, width, height, bit_depth } = frame;
  try {
    return checkWorkflowFit(
      parseWorkflowFit({
        geometry: given.holography_mode,
        file_format: format === null ? 'png' : (formats[format] ?? 'other'),
        ...Object.fromEntries(numbers),
        ...distance,
        ...(given.pixel_pitch_basis ? { pixel_pitch_basis: given.pixel_pitch_basis } : {}),
        ...(bit_depth === null ? {} : { bit_depth }),
        ...(width === null || height === null ? {} : { frame_width_px: width, frame_height_px: height }),
        ...(frame.background ? { metadata: { ...recorded, blank_reference_frame: true } } : {}),
      }),
    );
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** What the form asks for is on record; the exposure it does not ask for. */
const recorded = { wavelength_recorded: true, pixel_pitch_recorded: true, distance_recorded: true };

/** The value that a message proposes instead: `did you mean 0.65?`. */
export function proposedValue(message: string): string | null {
  const match = /did you mean ([-+\d.e]*\d)/i.exec(message);
  return match ? match[1]! : null;
}

/** What a file's name says it is; null where it says nothing. */
export function formatOfName(name: string): string | null {
  return /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? null;
}
