import { limits } from '../limits/limits.ts';
import { insteadOfMicrometres, insteadOfMillimetres, unitSlip, type Range } from '../recipe/unit-slip.ts';
import type { WorkflowFitRequest } from './request.ts';

export const levels = ['tested', 'needs_review', 'unsupported'] as const;
export type Level = (typeof levels)[number];

/** Every rule with its level (contract section 6). */
export const ruleLevels = {
  covered: 'tested',
  wavelength_unknown: 'unsupported',
  wavelength_out_of_range: 'unsupported',
  pixel_pitch_unknown: 'unsupported',
  pixel_pitch_out_of_range: 'unsupported',
  pixel_pitch_not_above_wavelength: 'unsupported',
  distance_out_of_range: 'unsupported',
  focus_span_too_wide: 'unsupported',
  frame_too_large: 'unsupported',
  video_stream: 'unsupported',
  format_unsupported: 'unsupported',
  geometry_phase_shifting: 'needs_review',
  geometry_other: 'needs_review',
  format_hdf5: 'needs_review',
  format_jpeg: 'needs_review',
  format_bmp: 'needs_review',
  format_mat: 'needs_review',
  bit_depth_untested: 'needs_review',
  frame_cropped: 'needs_review',
  magnified_system: 'needs_review',
  distance_unknown: 'needs_review',
} as const satisfies Record<string, Level>;
export type Rule = keyof typeof ruleLevels;

/** A rule that fired: the value given, the limit, and why. */
export interface Finding {
  readonly rule: Rule;
  readonly detail: string;
}

/** A relative slack for limits on products, which rounding may push past the edge; the recipe has the same. */
const ROUNDING = 1e-9;

/** Every rule that fires, the worst first. */
export function firedRules(request: WorkflowFitRequest): readonly Finding[] {
  // one list that each rule adds to: a check has a thousandth of the time that its request takes on the way
  const findings: Finding[] = [];
  wavelength(request, findings);
  pixelPitch(request, findings);
  distance(request, findings);
  frame(request, findings);
  format(request, findings);
  geometry(request, findings);
  if (findings.length < 2) return findings;
  return findings.sort((a, b) => levels.indexOf(ruleLevels[b.rule]) - levels.indexOf(ruleLevels[a.rule]));
}

const inside = (value: number, { min, max }: Range) => value >= min && value <= max;

function wavelength({ wavelength_um: value }: WorkflowFitRequest, findings: Finding[]): void {
  const range = limits.wavelength_um;
  if (value !== null && inside(value, range)) return;
  const allowed = `${range.min} to ${range.max} µm`;
  if (value === null) {
    const detail = `The wavelength is not given. Without it phase can’t become a distance, so it is required (${allowed}).`;
    findings.push({ rule: 'wavelength_unknown', detail });
    return;
  }
  const hint = unitSlip(value, range, insteadOfMicrometres);
  const detail = `The wavelength is ${value} µm; ${allowed} is accepted${sentence(hint)} The optics and the tests cover visible light only.`;
  findings.push({ rule: 'wavelength_out_of_range', detail });
}

/** The pitch on the sensor, µm, or null. */
function sensorPitch({
  pixel_pitch_um,
  pixel_pitch_basis,
  magnification,
}: WorkflowFitRequest): number | null {
  if (pixel_pitch_um === null) return null;
  return pixel_pitch_basis === 'object_space' ? pixel_pitch_um * (magnification ?? 1) : pixel_pitch_um;
}

function pixelPitch(request: WorkflowFitRequest, findings: Finding[]): void {
  const range = limits.sensor_pixel_pitch_um;
  const pitch = sensorPitch(request);
  if (pitch === null) {
    const detail = `The pixel pitch is not given. It sets every length in the result, so it is required (${range.min} to ${range.max} µm on the sensor).`;
    findings.push({ rule: 'pixel_pitch_unknown', detail });
    return;
  }
  const inObjectSpace = request.pixel_pitch_basis === 'object_space';
  if (!inside(pitch, { min: range.min * (1 - ROUNDING), max: range.max * (1 + ROUNDING) })) {
    const factor = inObjectSpace ? (request.magnification ?? 1) : 1;
    const givenRange = { min: range.min / factor, max: range.max / factor };
    const hint = unitSlip(request.pixel_pitch_um!, givenRange, insteadOfMicrometres);
    const detail = `${givenPitch(request, pitch)}; ${range.min} to ${range.max} µm is accepted${sentence(hint)} Cameras have pixels of that size.`;
    findings.push({ rule: 'pixel_pitch_out_of_range', detail });
  }
  const { wavelength_um } = request;
  // against a wavelength that is wrong itself there is nothing to compare
  if (wavelength_um !== null && inside(wavelength_um, limits.wavelength_um) && pitch <= wavelength_um) {
    const detail = `${givenPitch(request, pitch)}, not above the wavelength, ${wavelength_um} µm: no camera has such pixels, so one of the two is probably in another unit or in another space.`;
    findings.push({ rule: 'pixel_pitch_not_above_wavelength', detail });
  }
}

/** @param pitch on the sensor, µm */
function givenPitch(request: WorkflowFitRequest, pitch: number): string {
  const { pixel_pitch_um, pixel_pitch_basis, magnification } = request;
  return pixel_pitch_basis === 'object_space'
    ? `${pixel_pitch_um} µm in the sample times magnification ${magnification} is ${Number(pitch.toPrecision(6))} µm on the sensor`
    : `The pixel pitch is ${pitch} µm`;
}

const distances = ['z_mm', 'z_min_mm', 'z_max_mm'] as const;

function distance(request: WorkflowFitRequest, findings: Finding[]): void {
  const range = limits.z_mm;
  const { z_mm, z_min_mm: from, z_max_mm: to } = request;
  for (const name of distances) {
    const value = request[name];
    if (value === undefined || inside(value, range)) continue;
    const hint = unitSlip(value, range, insteadOfMillimetres);
    const detail = `${name} is ${value} mm; ${range.min} to ${range.max} mm is accepted${sentence(hint)}`;
    findings.push({ rule: 'distance_out_of_range', detail });
  }
  const widest = limits.focus_range_width_mm.max;
  if (from !== undefined && to !== undefined && to - from > widest * (1 + ROUNDING)) {
    const width = Number((to - from).toPrecision(6));
    const hint = rangeSlip(from, to);
    const detail = `The focus search range is ${width} mm wide; at most ${widest} mm is searched in one request${sentence(hint)} Narrow it, or send several requests.`;
    findings.push({ rule: 'focus_span_too_wide', detail });
  }
  if (z_mm === undefined && from === undefined) {
    const { min, max } = limits.default_inline_range_mm;
    const detail = `Neither a distance nor a focus search range is given. Off-axis frames are then reconstructed at z = 0, inline frames are searched from ${min} to ${max} mm; a person should look at the focus.`;
    findings.push({ rule: 'distance_unknown', detail });
  }
}

/** What was probably meant by a range that would be narrow enough in another unit, or nothing. */
function rangeSlip(from: number, to: number): string {
  const widest = limits.focus_range_width_mm.max;
  for (const { name, factor } of insteadOfMillimetres) {
    const [start, end] = [from, to].map((value) => Number((value * factor).toPrecision(6))) as [
      number,
      number,
    ];
    if (end - start <= widest * (1 + ROUNDING)) {
      return `: that looks like ${name}, did you mean ${start} to ${end}?`;
    }
  }
  return '';
}

function frame(request: WorkflowFitRequest, findings: Finding[]): void {
  const { frame_width_px: width, frame_height_px: height, bit_depth: depth, magnification } = request;
  const { frame_side_px, crop_px, tested_bit_depths } = limits;
  if (width !== undefined && height !== undefined) {
    if (width > frame_side_px.max || height > frame_side_px.max) {
      const detail = `${frameSize(width, height)}; up to ${frame_side_px.max} px on either side is accepted. Crop it around the sample before the upload.`;
      findings.push({ rule: 'frame_too_large', detail });
    } else if (width > crop_px.width || height > crop_px.height) {
      const detail = `${frameSize(width, height)}; the centre ${crop_px.width} × ${crop_px.height} px is reconstructed, never a downscaled frame. Check that the sample lies there.`;
      findings.push({ rule: 'frame_cropped', detail });
    }
  }
  if (depth !== undefined && !(tested_bit_depths as readonly number[]).includes(depth)) {
    const detail = `The frame has ${depth} bits per pixel; tested are ${tested_bit_depths.join(', ')}. It is read, but its noise may be described wrongly.`;
    findings.push({ rule: 'bit_depth_untested', detail });
  }
  if (magnification !== undefined && magnification !== 1) {
    const detail = `The system magnifies ${magnification} times: distances and lengths then depend on what space they are given in, and the objective adds aberrations. Compare a known length in the first result.`;
    findings.push({ rule: 'magnified_system', detail });
  }
}

const frameSize = (width: number, height: number) => `The frame is ${width} × ${height} px`;

function format({ file_format }: WorkflowFitRequest, findings: Finding[]): void {
  switch (file_format) {
    case 'video':
      findings.push({
        rule: 'video_stream',
        detail:
          'Video is given; single frames are accepted. Export the frame that is meant as PNG or TIFF, without compression.',
      });
      break;
    case 'raw':
    case 'other': {
      const what = file_format === 'raw' ? 'A camera raw format' : 'An unlisted format';
      const detail = `${what} is given; PNG, TIFF, NPY and NPZ are accepted, BMP, HDF5, MAT and JPEG with review. Export the frame as grey PNG or TIFF, without demosaicing.`;
      findings.push({ rule: 'format_unsupported', detail });
      break;
    }
    case 'hdf5':
      findings.push({
        rule: 'format_hdf5',
        detail: 'HDF5 is read, but files differ in layout: check that the right data set was taken.',
      });
      break;
    case 'jpg':
      findings.push({
        rule: 'format_jpeg',
        detail:
          'JPEG is read, but its compression changes fringes in blocks of 8 px: what it rounded is in the uncertainty, detail that it took away is not. Save PNG or TIFF.',
      });
      break;
    case 'bmp':
      findings.push({
        rule: 'format_bmp',
        detail:
          'BMP is read, but it holds 8 bits at most of what the camera saw, and some programs stretch it. Save PNG or TIFF where the camera has more bits.',
      });
      break;
    case 'mat':
      findings.push({
        rule: 'format_mat',
        detail: 'MAT is read, but files differ in what they hold: check that the right variable was taken.',
      });
      break;
    default:
      break;
  }
}

const oneByOne = 'Its frames are reconstructed one at a time, as off-axis or inline, without combining them';

function geometry({ geometry: given }: WorkflowFitRequest, findings: Finding[]): void {
  if (given === 'phase-shifting') {
    const detail = `Phase-shifting has no mode of its own. ${oneByOne}: a person should decide whether that makes sense. With the reference on the axis one frame does not hold the phase: in-line it comes out too small.`;
    findings.push({ rule: 'geometry_phase_shifting', detail });
  } else if (given === 'other') {
    const detail = `The geometry is neither off-axis nor inline. ${oneByOne}: a person should decide which fits.`;
    findings.push({ rule: 'geometry_other', detail });
  }
}

/** The end of a sentence: what was probably meant, or a full stop. */
function sentence(hint: string): string {
  return hint === '' ? '.' : hint;
}
