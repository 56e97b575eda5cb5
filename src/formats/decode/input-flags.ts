import { centreCrop } from '../../core/field/camera.ts';
import { limits } from '../../core/limits/limits.ts';
import type { Flag } from '../../core/reconstruction/reconstruction.ts';
import type { DecodedFrame } from './decode.ts';
import { statedDifferences, type GivenRig } from './stated/compare-stated.ts';

const reasons: Readonly<Partial<Record<DecodedFrame['format'], string>>> = {
  jpeg: 'JPEG compression changes fringes in blocks of 8 px: what it rounded is in the uncertainty, detail that it took away is not',
  hdf5: 'HDF5 files differ in layout: check that the right data set was read, and that width and height are those of the frame, for MATLAB and Octave write arrays transposed',
  mat: 'MAT-files differ in what they hold: check that the right variable was read',
  bmp: 'BMP holds 8 bits at most of what the camera saw, and some programs stretch it',
};

/**
 * What about the file itself a person should know, in the rule names of the fit check (contract section 6).
 * @param withBackground whether a background frame was sent beside it
 * @param given what the request says of the rig
 */
export function inputFlags(hologram: DecodedFrame, withBackground: boolean, given: GivenRig): Flag[] {
  const { frame, format, needsReview } = hologram;
  const flags: Flag[] = [];
  const { width, height, bitDepth } = frame;
  if (needsReview) {
    flags.push({ code: `format_${format}`, level: 'needs_review', detail: `${reasons[format]}.` });
  }
  if (!(limits.tested_bit_depths as readonly number[]).includes(bitDepth)) {
    const tested = limits.tested_bit_depths.join(', ');
    const detail = `The frame has ${bitDepth} bits a pixel; tested are ${tested}.`;
    flags.push({ code: 'bit_depth_untested', level: 'needs_review', detail });
  }
  const crop = centreCrop(width, height);
  if (crop.width < width || crop.height < height) {
    const detail = `The centre ${crop.width} × ${crop.height} px of ${width} × ${height} px was used.`;
    flags.push({ code: 'frame_cropped', level: 'needs_review', detail });
  }
  if (given.holography_mode === 'inline') flags.push(...negativeFlags(frame));
  const { shown } = hologram.stated;
  if (shown !== undefined) {
    const detail = `The file asks viewers to show the frame ${shown}. It was taken as it is stored, as cameras write it: maps, regions and the carrier are those of the stored rows and columns.`;
    flags.push({ code: 'orientation_ignored', level: 'needs_review', detail });
  }
  const { assumed } = hologram;
  if (assumed) flags.push({ code: 'planes_as_frames', level: 'needs_review', detail: assumed });
  const differences = statedDifferences(hologram.stated, given);
  const level = 'needs_review';
  return [
    ...flags,
    ...arrayFlags(hologram, withBackground),
    ...differences.map(({ code, detail }) => ({ code, level, detail }) as const),
  ];
}

/** Noise about a black level that was taken off leaves far less of the light below 0, a mean that was taken off half of it. */
const MOST_BELOW_ZERO = 0.01;

/** In-line the light itself counts; off-axis the fringes do, whatever lies under them. */
function negativeFlags({ samples }: DecodedFrame['frame']): Flag[] {
  if (samples instanceof Uint8Array || samples instanceof Uint16Array) return [];
  let [below, all, count] = [0, 0, 0];
  for (const one of samples) {
    all += Math.abs(one);
    if (one >= 0) continue;
    below -= one;
    count++;
  }
  if (!(below > MOST_BELOW_ZERO * all)) return [];
  const share = ((100 * count) / samples.length).toFixed(0);
  const detail = `${share} % of the samples are below 0, as no light is: something was subtracted from the frame, or it was scaled. Amplitudes, and the phase with them, rest on the light itself: send counts as the camera gave them.`;
  return [{ code: 'negative_light', level: 'warning', detail }];
}

/** Of a file of several arrays: nothing in it is half used without a word. */
function arrayFlags({ background, unused }: DecodedFrame, withBackground: boolean): Flag[] {
  const flags: Flag[] = [];
  if (background && !withBackground) {
    const detail = 'The file also holds the background frame, by its name, and it was used.';
    flags.push({ code: 'background_in_file', level: 'info', detail });
  }
  const idle = [
    ...(background && withBackground ? ['its background'] : []),
    ...unused.map((name) => `“${name}”`),
  ];
  if (idle.length > 0) {
    const detail = `The file also holds ${idle.join(', ')} of the hologram’s size, which was not used. Name an array “background” if it shows the rig without a sample.`;
    flags.push({ code: 'arrays_unused', level: 'needs_review', detail });
  }
  return flags;
}
