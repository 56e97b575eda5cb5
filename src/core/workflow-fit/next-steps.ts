import { geometries, type WorkflowFitRequest } from './request.ts';
import { ruleLevels, type Finding, type Rule } from './rules.ts';

const actions: Partial<Record<Rule, string>> = {
  wavelength_unknown:
    'Look up the laser’s or LED’s wavelength on its data sheet and check again with wavelength_um.',
  wavelength_out_of_range:
    'Check the unit of wavelength_um (micrometres: 633 nm is 0.633), or record with visible light.',
  pixel_pitch_unknown:
    'Look up the camera’s pixel size on its data sheet and check again with pixel_pitch_um.',
  pixel_pitch_out_of_range:
    'Give the camera’s own pixel size in µm; for a pitch in the sample set pixel_pitch_basis=object_space and give the magnification.',
  pixel_pitch_not_above_wavelength:
    'If the pitch is that in the sample, behind a microscope lens, set pixel_pitch_basis=object_space and give the magnification; else check both units.',
  distance_out_of_range: 'Check the unit of the distances (millimetres).',
  focus_span_too_wide: 'Narrow the focus search range to 10 mm or less around the distance you expect.',
  frame_too_large: 'Crop the frames around the sample to 4000 px a side or less; don’t downscale them.',
  video_stream: 'Export single frames of the video, uncompressed, as PNG or TIFF.',
  format_unsupported: 'Convert the frames to grey PNG or TIFF with all their bits.',
  geometry_phase_shifting:
    'Try one frame as the mode that fits it and look at the result, or write to the operator.',
  geometry_other: 'Try one frame as the mode that fits it and look at the result, or write to the operator.',
  format_hdf5: 'Name the frame “hologram” inside the file, or save it as TIFF.',
  format_bmp: 'Save the frames as PNG or TIFF with all the bits that the camera has.',
  format_mat: 'Name the variable “hologram”, or save the frame as TIFF.',
  format_jpeg: 'Save the frames as PNG or TIFF from the camera’s own software.',
  bit_depth_untested: 'Save the frames with 8, 10, 12, 14 or 16 bits if the camera can.',
  frame_cropped: 'Centre the sample in the frame, or crop the frame around it yourself.',
  magnified_system: 'Photograph an object of known size first and compare its size in the result.',
  distance_unknown:
    'Measure or estimate the distance from sample to sensor and give z_mm, or a range with z_min_mm and z_max_mm.',
};

/** What to do next: what a rule asks for, then what makes a result worth more. Every entry can be acted on. */
export function nextSteps(request: WorkflowFitRequest, findings: readonly Finding[]): string[] {
  const steps: string[] = [];
  let refused = false;
  for (const { rule } of findings) {
    const step = actions[rule];
    // two rules may ask for the same
    if (step !== undefined && !steps.includes(step)) steps.push(step);
    refused ||= ruleLevels[rule] === 'unsupported';
  }
  if (!refused) steps.push(uploads[request.geometry]);
  const { metadata, reference_measurement } = request;
  if (metadata?.blank_reference_frame !== true) {
    steps.push(
      'Record a frame without a sample with the same settings and send it as background: it is the surest way to an even result.',
    );
  }
  const missing = unrecorded(request);
  if (missing > 0) steps.push(toRecord[missing]!);
  if (reference_measurement === 'none') {
    steps.push(
      'Measure one sample by another method, or a calibration target, before relying on absolute values.',
    );
  }
  return steps;
}

/** Every sentence is made once: whoever writes the answer knows it again by its address. */
const uploads = Object.fromEntries(
  geometries.map((geometry) => {
    const mode = geometry === 'inline' || geometry === 'off-axis' ? ` with holography_mode=${geometry}` : '';
    const step = `Send one frame${mode} to POST /public/reconstruct, or drop it on the form, and read the flags of its evidence report.`;
    return [geometry, step];
  }),
) as Record<WorkflowFitRequest['geometry'], string>;

const recordable = [
  ['wavelength_recorded', 'the wavelength'],
  ['pixel_pitch_recorded', 'the pixel pitch'],
  ['distance_recorded', 'the distance from sample to sensor'],
  ['exposure_recorded', 'the exposure time'],
] as const;

/** By `unrecorded`. */
const toRecord = Array.from({ length: 1 << recordable.length }, (_, missing) => {
  const names = recordable.flatMap(([, name], k) => (missing & (1 << k) ? [name] : []));
  return `Write down with every frame: ${names.join(', ')}.`;
});

/** A bit for each of `recordable` that is not on record. */
function unrecorded({ metadata }: WorkflowFitRequest): number {
  let missing = 0;
  if (!metadata) return missing;
  for (let k = 0; k < recordable.length; k++) if (!metadata[recordable[k]![0]]) missing |= 1 << k;
  return missing;
}
