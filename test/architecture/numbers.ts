import ts from 'typescript';
import { visit, type SourceFile } from './source-file.ts';

/** What a number of core is that stands beside its code. What one could tune is an entry of its stage's settings instead. */
export const kinds = {
  exact: 'mathematics, physics, a definition, or how memory is laid out',
  model: 'the form of a model: another one would be another method',
  fine: 'how finely something is sampled, or how far what dies away is followed: finer comes to the same',
  work: 'bounds time, memory, progress or a list',
  floor: 'keeps from nothing what is divided by, or from what rounding makes',
} as const;
export type Kind = keyof typeof kinds;
/** Of simulated rigs, drawings of targets, the layout of the kernels' memory, and what is asked or answered. */
const elsewhere =
  /^(simulate|targets|kernel|recipe|limits|problem|calibrate-request|workflow-fit)\/|settings\.ts$/;

/** Names of constants by their kind, of the files of src/core. */
export const numbers: Readonly<Record<string, { readonly [kind in Kind]?: string }>> = {
  'calibrate-apply/check-rig': { floor: 'SAME_NUMBER' },
  'calibrate-apply/lens-distortion': { fine: 'PLACES' },
  'calibrate/creeping': { work: 'PACE' },
  'calibrate/fit/by-orders': { exact: 'PLANE', fine: 'STEP' },
  'calibrate/fit/order-distortion': {
    ...{ exact: 'THIRD MIXED NODES', fine: 'ENOUGH APART CLEAR LITTLE', work: 'ROUNDS TURNS' },
  },
  'calibrate/fit/order-phases': {
    ...{ exact: 'FREE ZETA COMA', fine: 'GROWING DISCS', floor: 'FIRM', model: 'AT_RANDOM' },
  },
  'calibrate/fit/order-change': { fine: 'SIZES ROUNDS SLOPE_STEP' },
  'calibrate/fit/extended': { model: 'NEAR_DEGREE' },
  'calibrate/fit/copies': { fine: 'SIDE ASIDE', work: 'STEPS MOST_COPIES' },
  'calibrate/fit/final-fit': { model: 'PHASE_DEGREES' },
  'calibrate/fit/pieces': { work: 'MOST_PIECES MOST_CUT', fine: 'LOOKS' },
  'calibrate/fit/fit-scene': { work: 'DAMPING STEPS_ANEW ATTEMPTS SETTLED', floor: 'MOST_TURNED FARTHEST' },
  'calibrate/fit/jacobian': { work: 'TOGETHER' },
  'calibrate/fit/normal-equations': { exact: 'ROWS' },
  'calibrate/fit/off-centre': { fine: 'BENDS RADII' },
  'calibrate/fit/one-period': { fine: 'FINEST FINER' },
  'calibrate/fit/order-waves': { exact: 'OWN', work: 'ROUNDS', fine: 'ENOUGH', floor: 'NOTHING' },
  'calibrate/fit/part-of-frame': { work: 'ENOUGH LARGE' },
  'calibrate/fit/pupil': { exact: 'NYQUIST', fine: 'SHARES FINER' },
  'calibrate/fit/residuals': { fine: 'SAMPLED', floor: 'DARK' },
  'calibrate/fit/splits': { exact: 'INNER' },
  'calibrate/fit/linear-refit': { floor: 'LEAST_TRUST' },
  'calibrate/fit/straightened': { fine: 'LAST', work: 'MOST_STEPS' },
  'calibrate/fit/through-pupil': { work: 'MOST_PUPILS FIRST_BLUR LAST_MOVE_PX' },
  'calibrate/judge/expected': { work: 'AROUND_UM' },
  'calibrate/judge/features': { work: 'MOST_SHOWN' },
  'calibrate/judge/judge': { exact: 'LEAST_LINES', work: 'HOPE' },
  'calibrate/judge/find-ends': { exact: 'HALF', work: 'FAR' },
  'calibrate/locate/correlate': { floor: 'LEAST_VARIATION', exact: 'DIAGONAL', fine: 'FINER' },
  'calibrate/locate/distance-scan': { fine: 'FEW SIDE' },
  'calibrate/locate/find-poses': { fine: 'PICTURE_SIDE SIZES SCALES SIDE', work: 'TRIED KEPT' },
  'calibrate/locate/lattice-images': { fine: 'PLACES' },
  'calibrate/locate/lattice-pose': { model: 'ORDERS', fine: 'FINER RINGS PERIODS_OFF', floor: 'LEAST_POWER' },
  'calibrate/locate/locate': {
    ...{ fine: 'STEP CELLS_PER_PERIOD', work: 'MOST_DISTANCES ALIKE REACH COARSE_SIDE STARTS ENOUGH_PX' },
  },
  'calibrate/locate/sub-cell-peak': { fine: 'ASIDE' },
  'calibrate/model/arrived': { fine: 'FADING', exact: 'RATIO' },
  'calibrate/model/disturbances': { exact: 'SPHERICAL' },
  'calibrate/model/endless': { exact: 'SAMPLED', fine: 'ALONG_LINES DRAWN TOLD' },
  'calibrate/model/layout-slopes': { fine: 'MOVE_PX' },
  'calibrate/model/light': { model: 'LIGHT_DEGREE HIGHEST_DEGREE' },
  'calibrate/model/margin': { fine: 'NARROWEST', work: 'WIDEST STEEPEST' },
  'calibrate/model/optics': { fine: 'NEAR' },
  'calibrate/model/path-response': { fine: 'RESOLVED RIM_STEP', floor: 'LEAST_PASSED' },
  'calibrate/model/predict': { fine: 'WIDTH_STEP_PX PHASE_STEP LONGER_STEP' },
  'calibrate/model/refocus': { fine: 'MARGIN' },
  'calibrate/model/shifted': { fine: 'AROUND' },
  'calibrate/model/spectrum': { exact: 'SPARE' },
  'calibrate/prepare/carried-field': { exact: 'LEAST_TURNS', fine: 'RISE SPARE BETWEEN' },
  'calibrate/prepare/mean-bend': { fine: 'TILES', model: 'DEGREE' },
  'calibrate/report/budget': { exact: 'PER_KELVIN' },
  'calibrate/report/result': { fine: 'PLACES' },
  'demodulate/demodulate-pair': { fine: 'NOISE_TILES' },
  'demodulate/demodulate': { floor: 'LEAST_FADE', exact: 'SAMPLES_PER_CYCLE', fine: 'LEAST_SIDE' },
  'demodulate/give-back-pixels': { fine: 'REACH STEPS', exact: 'PARTS' },
  'demodulate/subtract-aberration': { exact: 'LEAST_DEGREE' },
  'demodulate/undo-clipping': { exact: 'BESIDE', fine: 'ORDERS' },
  'fft/factorise': { exact: 'LANE_BLOCK', work: 'STEP_COST' },
  'fft/fast-size': { work: 'ALIGNED_DETOUR' },
  'fft/plans': { work: 'KEPT_PLANS' },
  'field/blank-parts': { fine: 'BLOCK' },
  'field/box-of-most': { fine: 'PLACES' },
  'field/camera': { exact: 'STATISTICS' },
  'field/empty-lines': { model: 'MOST MOST_BESIDE HALF_LIT' },
  'field/recorded-part': { model: 'UNLIT MOST ONE_VALUE', fine: 'EDGE LEAST_EVEN' },
  'field/tile-moments': { exact: 'MOMENTS' },
  'fit/median': { exact: 'MAD' },
  'fit/robust': {
    ...{ model: 'TUKEY_REACH', floor: 'LEAST_SHARE', work: 'L1_ITERATIONS TUKEY_ITERATIONS CONVERGED' },
  },
  'focus/sharpness': { fine: 'BINS TOP' },
  'inline/align/register-shift': { exact: 'NOT_MEASURED', fine: 'SEAM' },
  'inline/align/register': { fine: 'FIRST_STEP FINEST_STEP', work: 'LARGEST_DRIFT' },
  'inline/background/phase-background': { model: 'DEGREES' },
  'inline/focus/autofocus-inline': { work: 'SWEPT FOLLOWING CREEP' },
  'inline/focus/metrics/local-foci': { work: 'MOST' },
  'inline/focus/metrics/search-range': { work: 'SWEEP_BUDGET' },
  'inline/focus/metrics/sweep': { exact: 'SUMS' },
  'inline/focus/model/choose-by-model': { work: 'LAST_STEPS' },
  'inline/focus/model/model-cost': { work: 'TOLERANCE', floor: 'LEAST_LAMBDA' },
  'inline/focus/model/trials': { work: 'MOST_STEPS' },
  'inline/focus/model/scan-by-model': { work: 'SIDES BUDGET' },
  'inline/focus/rings/focus-by-rings': { work: 'MOST_DISTANCES MOST_FOCI COARSER ANGLES UNLIKELY' },
  'inline/focus/rings/own-rings': { model: 'FORETELLING' },
  'inline/focus/rings/ring-model': {
    exact: 'STEEPEST PARAMETERS',
    model: 'SPLINES',
    work: 'MOST_ITERATIONS ENOUGH',
    floor: 'LEAST_NOISE LONGEST_STEP',
  },
  'inline/focus/second-opinion': { exact: 'LEAST_RINGS AS_THE_BEAM', work: 'MOST_RIVALS' },
  'inline/heights/find-heights': { work: 'MOST_ROUNDS FARTHEST COMPARED', floor: 'ROUNDING' },
  'inline/optics/contrast-spectrum': { fine: 'RINGS' },
  'inline/optics/frame-tiles': { fine: 'LEAST_SIDE MOST_TILES' },
  'inline/optics/retrieval-grid': { exact: 'MOST_PADDING' },
  'inline/optics/transfer-plane': { model: 'RIM' },
  'inline/reconstruct-inline': { work: 'RETRIEVED PACE' },
  'inline/report/flags': { model: 'DARK' },
  'inline/report/listed-regions': { work: 'MOST_LISTED' },
  'inline/response/find-response': { exact: 'BENT_BITS' },
  'inline/response/judge-response': { exact: 'USUAL' },
  'inline/retrieve/background-phase': {
    ...{ exact: 'CLIP HALF_WIDTH CLIPPED', fine: 'MOST_SAMPLES', work: 'ROUNDS PASSES' },
  },
  'inline/retrieve/couple/coupled-model': { floor: 'LEAST_SQUARE', work: 'RESTART', model: 'LIGHT_DEGREE' },
  'inline/retrieve/couple/coupled-phase': { floor: 'DARK', model: 'MOST' },
  'inline/retrieve/couple/smooth-light': { fine: 'MOST_SAMPLES ROUNDS', model: 'CLIP' },
  'inline/retrieve/contradicted': { work: 'ROUNDS' },
  'inline/retrieve/exposure': { floor: 'FOUND' },
  'inline/retrieve/retrieval-level': { exact: 'SUMS' },
  'inline/retrieve/retrieval-pyramid': { work: 'LEAST_SIDE' },
  'inline/retrieve/retrieve': { floor: 'LEAST_LAMBDA' },
  'inline/retrieve/sensor-model': { exact: 'SAME' },
  'inline/retrieve/find-pupil': { fine: 'INWARDS LEAST PATIENCE FINER' },
  'inline/retrieve/shifts-left': { fine: 'RIM' },
  'inline/retrieve/solve-coarse': { work: 'MOST_TRIES MOST_ITERATIONS MOST_COUPLED LEAST_MIXED' },
  'inline/retrieve/solve-level': { work: 'THEN_ITERATIONS' },
  'inline/retrieve/twin-energy': { fine: 'MOST_PADDING' },
  'inline/retrieve/whole-shift': { work: 'FARTHEST_PX' },
  'inline/uncertainty/beside-sample': { fine: 'REACH', floor: 'OF_FRAME' },
  'inline/report/uncertain-phase': { fine: 'FINER' },
  'inline/uncertainty/heights-apart': { fine: 'RINGS' },
  'inline/uncertainty/inline-uncertainty': {
    exact: 'ONCE_IN_20 RECORDED',
    fine: 'SAMPLES_PER_TILE MOST_TILES',
  },
  'inline/uncertainty/open-parts': { fine: 'MASK_STEP' },
  'inline/uncertainty/broad-phase': { fine: 'OCTAVE' },
  'field/unblurred': { fine: 'REACH STEPS', floor: 'LEAST_PASSED_SQUARED' },
  'field/colour-mosaic': { exact: 'KINDS', fine: 'PARTS', model: 'ALIKE' },
  'light/full-pixels': { exact: 'UNKNOWN' },
  'light/illumination': {
    exact: 'ITS_QUANTILE',
    model: 'DEGREES PREDICTED_UP_TO SURELY_BACKGROUND',
    work: 'CLIMB_ITERATIONS SETTLE_ITERATIONS',
    floor: 'LEAST_SCALE',
  },
  'light/lossy-noise': { exact: 'ROUNDING' },
  'light/normalise-noise': {
    ...{ exact: 'DIFFERENCE ENERGY REACH ROUNDING', fine: 'MOST_TILES LEAST_TILE PLACES', work: 'ROUNDS' },
  },
  'light/unlit-rim': { model: 'EDGE HALF_LIT' },
  'likelihood/fringe-information': { fine: 'PHASES' },
  'likelihood/light-model': { fine: 'CLASSES' },
  'likelihood/score-step': { floor: 'LEAST' },
  'likelihood/variance-curve': { exact: 'TERMS', floor: 'LEAST_COUNT LEAST_SHARE' },
  'maps/maps': { work: 'BAND_BYTES' },
  'off-axis/flatten/flatten': { model: 'POLYNOMIAL_DEGREES AMPLITUDE_DEGREES' },
  'off-axis/flatten/scatter-about-surface': { model: 'AUTO_DEGREES' },
  'off-axis/noise/budget': { exact: 'NO_FAULTS' },
  'off-axis/noise/edge-noise': { fine: 'FREQUENCIES WAVES CYCLES SAMPLES' },
  'off-axis/noise/fringe-harmonic': { fine: 'SIDE' },
  'off-axis/noise/torn-frame': { fine: 'STRIP STRIPS', model: 'FEWEST_FRINGES BESIDE' },
  'off-axis/pupil/detail-lost': { fine: 'LEAST_NUMBERS' },
  'off-axis/pupil/find-rim': { exact: 'BINS_PER_NUMBER', fine: 'IN_A_ROW LEAST_FLOOR INSIDE' },
  'off-axis/pupil/reference-surface': { model: 'DEGREE' },
  'off-axis/reference/divided-structure': { fine: 'SIDE', exact: 'TERMS INDEPENDENT' },
  'off-axis/reference/unshared-structure': { fine: 'SIDE', exact: 'INDEPENDENT' },
  'off-axis/report/rival-words': { exact: 'ALTERNATING' },
  'off-axis/report/fringe-flags': { work: 'MOST_LISTED' },
  'off-axis/report/flags': { work: 'MOST_REGIONS' },
  'off-axis/report/uncertainty-components': { exact: 'EXACT' },
  'overlap/fit-fringes': { floor: 'LEAST_STEP' },
  'overlap/fringe-grid': { floor: 'LEAST_WINDOW', fine: 'LEAST_TAPER JUDGED_WINDOW' },
  'overlap/fringe-model': { exact: 'TERMS NORMS', model: 'SURFACE_TERMS' },
  'overlap/reference-power': { exact: 'LEAST_BINS' },
  'overlap/solve-overlap': { work: 'MOST_LOOKED_AT' },
  'phase/amid-levels': { work: 'MOST_SHIFTS ARRIVED' },
  'phase/background': { floor: 'LEAST_AMPLITUDE' },
  'phase/bunch-phases': { fine: 'HALVINGS' },
  'phase/fit-beam': { exact: 'BEAM_DEGREE', fine: 'SERIES_DEGREE PLACES' },
  'phase/find-background': { floor: 'LEAST_SCALE' },
  'phase/gauss-legendre': { work: 'STEPS' },
  'phase/carried-degrees': { fine: 'PLACES' },
  'phase/drawn-turns': { exact: 'TURN FARTHEST', fine: 'CLASSES' },
  'phase/fit-levels': { exact: 'SHARED' },
  'phase/hanging-regions': { exact: 'FAR BACK', work: 'DEEPEST LOOKED_AT MANY GAPS' },
  'phase/held-out-density': { fine: 'FINENESS REACH' },
  'phase/minimum-entropy': { work: 'STEPS LENGTHENED' },
  'phase/open-turns': { exact: 'OPEN_TURNS NO_OPEN_TURNS TURN' },
  'phase/phase-density': { model: 'SURELY', exact: 'CHANCE', fine: 'CLASSES FINENESS REACH' },
  'phase/rims': { exact: 'QUARTER_TURN' },
  'phase/search-surface': { fine: 'FINENESS REACH PLACES' },
  'phase/smooth-series': { fine: 'PLACES' },
  'phase/tiles': { exact: 'MOMENTS', fine: 'TILES_A_SIDE' },
  'phase/unwrap': { exact: 'LOW_MODULUS INCONSISTENT DISCONNECTED NOTHING_MARKED', fine: 'CYCLES' },
  'propagate/propagate': { exact: 'MOST_PADDING' },
  'reconstruction/near-the-sensor': { exact: 'MOST_APERTURE' },
  'rig/calibration': { exact: 'COVERAGE' },
  'rig/geometry': { exact: 'NM_PER_UM' },
  'sequence/drift': {
    ...{ exact: 'DRIFT_TERMS MOMENTS', model: 'DRIFT_DEGREE', fine: 'TILES_A_SIDE', floor: 'LEAST_SCALE' },
  },
  'sequence/parse-sequence': { work: 'INTERVAL_S' },
  'sequence/rig-gain': { floor: 'NOTHING' },
  'sequence/robust-mean': { exact: 'MEDIAN_VARIANCE MOST_PLANES' },
  'sequence/temporal-moments': { work: 'BLOCK STEP' },
  'sideband/bandwidth': {
    exact: 'SAFE_SHARE LOBE_BINS',
    model: 'EDGE',
    fine: 'BESIDE LEAST_STEP LEAST_RINGS BEYOND AROUND MEAN_RINGS MEAN_DIRECTIONS',
  },
  'sideband/candidates': { exact: 'CORNER', fine: 'AXIS_WIDTH RINGS', work: 'MOST' },
  'sideband/measure-frame': { floor: 'LEAST_RADIUS', work: 'SOME' },
  'sideband/patch': { exact: 'APART', fine: 'SETTLED ON_THE_WAY', work: 'MOST_STEPS' },
  'sideband/sideband': { exact: 'LOBE_BINS' },
  'smooth-reference/smoothed-across': { fine: 'REACH' },
  'spectrum/frame-blur': {
    ...{ fine: 'CELLS_PER_CYCLE RING RINGS WINDOW LEAST_CELLS NARROWEST WIDEST STEP', exact: 'GUARD' },
    ...{ model: 'QUIET FIRST' },
  },
  'spectrum/power-spectrum': { model: 'QUIET_SHARE', exact: 'MEAN_OVER_QUANTILE', fine: 'CELLS CLASSES' },
  'spectrum/rings': { exact: 'AXIS_GUARD_BINS LOBE_BINS' },
  'spectrum/spectrum-picture': { work: 'LARGEST_SIDE' },
  'undistort/resample': { fine: 'REACH STEEPNESS PLACES' },
  'undistort/undistort': { exact: 'HARDLY' },
  'uncertainty/background-scatter': { fine: 'SIDES', work: 'FIRST_SCALE STEPS' },
  'spectrum/block-coefficients': { fine: 'BLOCKS' },
  'uncertainty/camera-noise': { exact: 'BINS_PER_NUMBER', fine: 'TILES' },
  'uncertainty/lasting-share': { fine: 'CELLS SAMPLES HUNDREDTHS' },
  'uncertainty/lost-at-edges': { fine: 'POINTS DISC' },
  'uncertainty/no-finer-than-white': { exact: 'MEDIAN_ERROR', fine: 'POINTS' },
  'uncertainty/one-sided': { exact: 'REACH', fine: 'WAVES' },
  'uncertainty/phase-sigma': { exact: 'UNIFORM_SIGMA', work: 'LEAST_RINGING' },
  'spectrum/quantisation-noise': { fine: 'POINTS IN_A_STEP STEPS' },
  'uncertainty/reach-of-edges': { work: 'ROUNDS' },
  'uncertainty/scatter-components': { fine: 'GRAINS CLOUDS', work: 'ROUNDS' },
  'uncertainty/scatter-within': { exact: 'MEDIAN_SQUARE SCATTERS PART', fine: 'CLASS' },
  'uncertainty/shared-noise': { fine: 'MOST_SIDE' },
  'uncertainty/passed-lens': {
    ...{
      exact: 'PLAIN WELL_CORRECTED TERMS ROUND SETS STRAIGHT',
      fine: 'STEP FITS PATCHES',
      work: 'NARROWEST',
    },
  },
  'uncertainty/stray-light': { exact: 'MOMENTS OUTSIDE HALF', fine: 'TILE BELL', work: 'SHOWN' },
};

/** Names of the numbers, and lists of numbers, that stand by themselves in a file of core; null: of another folder. */
export function numbersOf({
  path,
  syntax,
  isTest,
}: SourceFile): readonly [file: string, names: string[]] | null {
  const file = path.replace(/^src\/core\//, '');
  if (file === path || isTest || elsewhere.test(file)) return null;
  const names = syntax.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      const isName = ts.isIdentifier(name) && /^[A-Z][A-Z0-9_]*$/.test(name.text);
      return isName && initializer && holdsNumber(initializer) ? [name.text] : [];
    });
  });
  return [file.replace(/\.ts$/, ''), names];
}

function holdsNumber(initializer: ts.Node): boolean {
  let found = false;
  visit(initializer, (node) => {
    found ||= ts.isNumericLiteral(node) || (ts.isIdentifier(node) && node.text === 'Math');
  });
  return found;
}

/** What the table lacks, and what it has that is gone. */
export function unsorted(files: readonly SourceFile[]): string[] {
  const found = files.flatMap((file) => {
    const [name, names] = numbersOf(file) ?? ['', []];
    return names.map((one) => `${name} ${one}`);
  });
  const known = Object.entries(numbers).flatMap(([file, byKind]) =>
    Object.values(byKind).flatMap((names) => names.split(' ').map((one) => `${file} ${one}`)),
  );
  return [
    ...found.filter((one) => !known.includes(one)).map((one) => `${one}: of no kind`),
    ...known.filter((one) => !found.includes(one)).map((one) => `${one}: is gone`),
  ];
}
