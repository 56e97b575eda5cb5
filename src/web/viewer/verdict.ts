import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { inPageWords } from '../fields/page-words.ts';
import type { Values } from '../fields/fields.ts';

type Flag = EvidenceReport['quality']['flags'][number];

/** Whether a result is to be believed, as far as it tells by itself. */
export type Trust = 'usable' | 'look' | 'distrust';

/** One thing that a person should look at, or know. */
export interface Remark {
  readonly code: string;
  readonly level: Flag['level'];
  /** a few words */
  readonly title: string;
  /** what is so, and what to do about it */
  readonly detail: string;
  /** pixels of the used part of the frame that it is about; empty: the whole */
  readonly regions: NonNullable<Flag['regions_px']>;
  /** what can be tried: words for a button, and the fields of the request that change */
  readonly remedy: Remedy | null;
}

export interface Remedy {
  readonly label: string;
  readonly fields: Values;
}

export interface ResultVerdict {
  readonly trust: Trust;
  readonly said: string;
  /** the worst first */
  readonly remarks: readonly Remark[];
}

/** With one of these as a warning the map as a whole says nothing, however good it looks. */
const HOPELESS = ['unwrapping_unreliable', 'poor_fit', 'frames_unrelated'];

/** A phase that is uncertain by more than a radian is hardly known. */
const UNKNOWN_RAD = 1;

/** Flags in a few words, as docs/flags.md lists them. One of a newer service is named by the beginning of its sentence. */
export const flagTitles: Readonly<Record<string, string>> = {
  phase_sign_by_convention: 'The sign is by convention',
  twin_open: 'The sign is open',
  distance_unknown: 'No distance was given',
  focus_ambiguous: 'The focus is in doubt',
  several_planes: 'Parts are in focus elsewhere',
  steep_phase: 'Steep edges may hide whole turns',
  turns_open: 'Whole turns are open',
  phase_uncertain: 'Much of the phase is hardly known',
  unwrapping_untrusted: 'Turns of some pixels are not trusted',
  unwrapping_unreliable: 'The phase can’t be unwrapped',
  camera_gamma: 'The camera’s gamma was undone',
  camera_gamma_open: 'The camera may have a gamma',
  camera_response: 'Counts are not in proportion to the light',
  frame_shaken: 'Lines of the frame shook',
  frame_smoothed: 'The frame was smoothed after it was recorded',
  frame_torn: 'The frame is torn',
  frame_doubled: 'A weak copy lies over the frame',
  frame_edited: 'The frame was edited after it was recorded',
  noise_below_rounding: 'Rounding is most of the frame’s noise',
  frame_negative: 'The frame was a negative',
  saturated: 'The frame is overexposed',
  weak_fringes: 'The fringes are weak',
  autocorrelation_overlap: 'The middle of the spectrum reaches into the filter',
  sideband_overlap: 'The sideband overlaps the middle',
  twin_folds_back: 'The twin folds back beside the sideband',
  speckle_sideband: 'A rough object: phase differs from grain to grain',
  second_sideband: 'There is a second sideband',
  background_not_fitted: 'No background could be fitted',
  little_background: 'Little of the frame is background',
  colour_mosaic: 'A colour camera’s pattern was evened out',
  coherent_background_unknown: 'Stray light could not be measured',
  background_is_hologram: 'The background frame is the hologram itself',
  background_holds_sample: 'The background frame holds what the hologram lacks',
  background_uneven: 'What was taken for background is uneven',
  background_bent: 'A bend beyond a tilt was taken out',
  frame_blank: 'A part of the frame is blank',
  pixels_left_out: 'Pixels that the others contradict were left out',
  background_degree_open: 'The background below the sample is open',
  twin_image: 'The twin image is still there',
  retrieval_not_converged: 'The retrieval did not settle',
  poor_fit: 'The field does not explain the hologram',
  mixed_object: 'A little absorption could pass for phase',
  cut_by_frame: 'The frame’s edge cuts what is broad',
  light_from_stack: 'The beam is brighter than any frame shows',
  uneven_background: 'Uneven light turned into phase',
  distances_on_sensor_side: 'Distances may be meant in the sample',
  frames_unrelated: 'Frames show different things',
  stack_distances: 'The frames lie elsewhere than stated',
  phase_blind_at_low_frequencies: 'Broad phase is hardly recorded',
  likelihood_refused: 'The likelihood step was not taken',
  calibration_region_assumed: 'Where the frame lies in the calibrated one is assumed',
  calibration_aberration_not_needed: 'The calibrated aberration was not needed',
  calibration_shear_not_corrected: 'The calibrated shear was not corrected',
  calibration_distortion_not_seen: 'The calibrated distortion is not seen in this frame',
  distortion_beyond_frame: 'Straightening left places without a sample of the frame',
  frame_cropped: 'Only the middle was used',
  negative_light: 'Samples lie below 0',
  planes_as_frames: 'Planes were taken as frames',
  orientation_ignored: 'Viewers show the file turned',
  bit_depth_untested: 'An untested bit depth',
  format_jpeg: 'JPEG took detail away',
  format_bmp: 'BMP may hold less than the camera saw',
  format_hdf5: 'Check which data set of the HDF5 file was read',
  format_mat: 'Check which variable of the MAT-file was read',
  background_in_file: 'The background frame was in the file',
  arrays_unused: 'Arrays of the file were not used',
  wavelength_differs_from_file: 'The file states another wavelength',
  pixel_pitch_differs_from_file: 'The file states another pixel size',
  frames_marked: 'Some frames do not belong',
  drift_open: 'Slow change can’t be told from drift',
};

/**
 * What a result says of itself, in words.
 * @param forged its bytes are not those that were made, or whoever signed it is another
 */
export function verdictOf(report: EvidenceReport, forged: boolean): ResultVerdict {
  const remarks = asOne(report.quality.flags)
    .map((flag) => remark(flag, report))
    .sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  const open = remarks.filter(({ level }) => level !== 'info');
  if (forged) return { trust: 'distrust', said: 'Changed, or not authentic: do not trust it', remarks };
  if (open.some(({ code, level }) => level === 'warning' && HOPELESS.includes(code)))
    return { trust: 'distrust', said: 'Do not trust this phase', remarks };
  if ((report.uncertainty.total_median_rad ?? 0) > UNKNOWN_RAD)
    return { trust: 'distrust', said: 'Most of this phase is not known', remarks };
  if (open.length === 0) return { trust: 'usable', said: 'Usable', remarks };
  const things = open.length === 1 ? 'one thing' : `${open.length} things`;
  return { trust: 'look', said: `Look at ${things} before you use it`, remarks };
}

const order = ['warning', 'needs_review', 'info'];

/** Flags about one thing, what says most of it first: how many whole turns lie between places. */
const TURNS = ['turns_open', 'unwrapping_untrusted', 'steep_phase'];

/**
 * Flags about one thing, and those of one code, as of a hologram and of its background frame, as one with the texts of all, as grave as the
 * gravest.
 */
function asOne(flags: readonly Flag[]): Flag[] {
  const about = ({ code }: Flag) => (TURNS.includes(code) ? TURNS[0]! : code);
  return [...Map.groupBy(flags, about).values()].map((some) => {
    const alike = some.toSorted((a, b) => TURNS.indexOf(a.code) - TURNS.indexOf(b.code));
    const [gravest] = alike.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
    const regions_px = alike.flatMap((flag) => flag.regions_px ?? []);
    return { ...gravest!, detail: alike.map(({ detail }) => detail).join(' '), regions_px };
  });
}

function remark({ code, level, detail, regions_px = [] }: Flag, report: EvidenceReport): Remark {
  const words = inPageWords(detail);
  const title = flagTitles[code] ?? words.split(/[.:;]/)[0]!;
  const count = regions_px.length;
  const where = count === 0 ? '' : ` in ${count === 1 ? 'one region' : `${count} regions`}`;
  return {
    code,
    level,
    title: title + where,
    detail: words,
    regions: regions_px,
    remedy: remedyFor(code, report),
  };
}

/** The address of the form with the fields of a result, some of them changed. `again` names the result, and so its frame. */
export function askAgain(report: EvidenceReport, fields: Values): string {
  const { parameters, sequence, calibration, evidence_report_id: again } = report;
  const asked = Object.entries(parameters.requested).map(([name, value]) => [name, String(value)] as const);
  const all = { ...Object.fromEntries(asked), ...fields };
  if (fields.z_min_mm) all.z_mm = '';
  if (fields.z_mm) delete all.stack_z_mm;
  const given = Object.entries(all).filter(([, value]) => value !== '');
  const profile = calibration ? [['profile', calibration.profile_id]] : [];
  const query = new URLSearchParams([...given, ...profile, ['again', again]] as [string, string][]);
  return `#/${sequence ? 'sequence/' : ''}new?${query}`;
}

/** What another request would try. null: nothing that a field could change. */
function remedyFor(code: string, { parameters }: EvidenceReport): Remedy | null {
  const asked = parameters.requested as Readonly<Record<string, unknown>>;
  switch (code) {
    case 'phase_sign_by_convention':
    case 'twin_open': {
      const other = asked.sideband === 'conjugate';
      return { label: 'Flip the sign', fields: { sideband: other ? '' : 'conjugate' } };
    }
    case 'background_degree_open':
      return { label: 'Fit degree 2', fields: { phase_background: 'polynomial', background_degree: '2' } };
    case 'background_bent':
      return { label: 'Take out a tilt only', fields: { phase_background: 'tilt' } };
    case 'distance_unknown':
      return { label: 'Search 0 to 10 mm', fields: { z_min_mm: '0.1', z_max_mm: '10' } };
    case 'distances_on_sensor_side': {
      const pitch = String(parameters.used.sample_pixel_size_um);
      return {
        label: 'Take distances in the sample',
        fields: { pixel_pitch_basis: 'object_space', pixel_pitch_um: pitch },
      };
    }
    case 'camera_gamma_open':
      return { label: 'Take the camera as linear', fields: { camera_gamma: '1' } };
    case 'twin_image':
      return { label: 'Remove the twin image', fields: { phase_retrieval: '' } };
    default:
      return null;
  }
}
