import { loadCameraImage } from '../field/camera.ts';
import type { Frame } from '../field/frame.ts';
import { removePhaseBackground } from '../inline/background/phase-background.ts';
import { backgroundPhase, turnBackground } from '../inline/retrieve/background-phase.ts';
import { withoutLight } from '../inline/retrieve/even-light.ts';
import { mixedShare } from '../inline/retrieve/mixed-share.ts';
import { retrieve, type SolvedFinest } from '../inline/retrieve/retrieve.ts';
import { withoutGaps, solutionIn, type RetrievalState } from '../inline/retrieve/warm-retrieval.ts';
import type { JudgedRetrieval } from '../inline/uncertainty/inline-uncertainty.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { corner, type RealPlane } from '../kernel/plane.ts';
import { asMeasured } from '../light/full-pixels.ts';
import { normaliseInline, type LightOfRig, type NormalisedInline } from '../light/normalise-inline.ts';
import { regionOn } from '../phase/background-region.ts';
import { wrappedPhaseAndModulus } from '../phase/wrapped.ts';
import { unwrappingSettings } from '../phase/unwrapping-settings.ts';
import { meanCounts, statedLight } from '../inline/response/linear-frames.ts';
import type { RealMap } from '../reconstruction/reconstruction.ts';
import {
  checkSize,
  frameMaps,
  settledPhase,
  type DevelopedFrame,
  type FrameFlag,
  type FrameRecord,
  type MapRoom,
} from './develop-frame.ts';
import { frameSigma } from './frame-doubts.ts';
import type { StartedInline } from './start-inline.ts';

/** The next frame is the first of its group: it begins with what the sequence was started from. */
export function beginInlineGroup({ warm, state, last, doubts }: StartedInline): void {
  warm.state = state;
  last.pulledShare = doubts.pulledShare;
}

/**
 * One frame to its phase and amplitude, from the solution of the frame before. Where that explains too little of it,
 * the sample is another one by now, and the frame is retrieved by itself.
 * @param room for the maps; they have memory of their own otherwise
 * @throws Problem HOLOGRAM_UNREADABLE for a frame of another size or with samples that are no numbers
 */
export function developInline(
  kernels: Kernels,
  started: StartedInline,
  sent: Frame,
  room?: MapRoom,
): DevelopedFrame {
  checkSize(sent, started.pivot);
  const frame = { ...sent, recorded: started.pivot.recorded };
  using scope = kernels.scope();
  const { recipe, level } = started;
  const { hologram } = statedLight(kernels, { hologram: frame, background: null }, recipe, level);
  const image = loadCameraImage(kernels, scope, hologram, 'frame');
  const counts = hologram === frame ? image.mean : meanCounts(frame);
  const light = Math.sqrt(Math.max(0, image.mean) / started.pivotMean);
  const { leastLight } = started.settings;
  if (light < leastLight || image.maximum === image.minimum) return nothing(started, counts, light, room);
  const { inline } = started.settings;
  const lightBy = (known: LightOfRig | null) =>
    normaliseInline(kernels, scope, image, started.background, inline.light, known);
  const solved = solve(kernels, scope, started, lightBy);
  const { field } = solved;
  const choice = { ...recipe, region: regionOn(recipe, frame, image.crop) };
  const removed = removePhaseBackground(
    kernels,
    field,
    started.optics,
    started.blindBelow,
    choice,
    inline.background,
  );
  const { rows, cols } = field;
  const [wrapped, modulus, phase] = [scope.real(rows, cols), scope.real(rows, cols), scope.real(rows, cols)];
  wrappedPhaseAndModulus(kernels, corner(field, rows, cols), wrapped, modulus);
  const planes = [wrapped, modulus, phase] as const;
  const untrusted = settledPhase(kernels, scope, started.typical.noise, unwrappingSettings, planes);
  const facts = factsOf(started, counts, light, solved, untrusted);
  const backgroundSpread = removed ? backgroundPhase(kernels, field).spread : solved.backgroundSpread;
  const uncertainty = sigmaOf(kernels, started, { ...solved, backgroundSpread }, modulus, facts.sigma_factor);
  return { ...frameMaps(kernels, phase, modulus, room), uncertainty, facts };
}

/** rad, over the frame's factor. What it shows of its constraints holds for those that go on from it. */
function sigmaOf(
  kernels: Kernels,
  { doubts, optics, z, last, settings }: StartedInline,
  solved: Solved,
  modulus: RealPlane,
  factor: number,
): RealMap {
  const known = { doubts, optics, z, unlit: solved.unlit, pulledShare: last.pulledShare };
  const { sigma, pulledShare } = frameSigma(kernels, solved, modulus, known, settings.inline.uncertainty);
  last.pulledShare = pulledShare;
  return { ...sigma, data: sigma.data.map((rad) => rad / factor) };
}

/** A field and what it is judged by. */
interface Solved extends JudgedRetrieval {
  readonly noiseSigma: number;
  readonly restarted: boolean;
  /** places that no light fell on */
  readonly unlit: readonly number[];
}

function solve(
  kernels: Kernels,
  scope: Scope,
  started: StartedInline,
  lightBy: (known: LightOfRig | null) => NormalisedInline,
): Solved {
  const { warm, optics, z, noiseSigma: noiseOfStart, dataMisfit: usual, settings } = started;
  const field = scope.complex(optics.rows, optics.cols);
  const light = lightBy(started.light);
  const { amplitude, noiseSigma } = light;
  if (started.evenedBy) withoutLight(kernels, amplitude, started.evenedBy);
  const lambda = (started.lambda * noiseSigma) / noiseOfStart;
  const { restart } = settings;
  const { change, moved } = warm.load(
    amplitude,
    keptOf(kernels, scope, light),
    noiseSigma,
    settings.still.change,
  );
  if (change < restart.change) {
    const how = !moved && change < settings.still.change ? settings.still : settings.warm;
    const warmer = warm.solve({ lambda, noiseSigma }, how, field);
    const { startedAbsorbing } = started;
    if (warmer.dataMisfit < restart.misfit * Math.max(1, usual))
      return {
        ...{ ...warmer, field, noiseSigma, noise: noiseSigma, startedAbsorbing, coupledBy: null },
        ...{ regularisation: lambda, exposures: [{ gain: 1, offset: 0 }], sensitivity: null },
        ...{ mixedShare: mixedShare(kernels, field), backgroundSpread: turnBackground(kernels, field) },
        ...{ restarted: false, unlit: light.unlit },
      };
  }
  // another sample: the light is found for it as for a frame by itself
  const own = lightBy(null);
  let state: Omit<RetrievalState, 'seen'> = null!;
  const frames = [{ amplitude: keptOf(kernels, scope, own), z }];
  const evensLight = own.illumination.source === 'fitted';
  const input = { frames, noiseSigma: own.noiseSigma, probe: true, keepsAll: true, ...optics, evensLight };
  const onSolved = ({ level }: SolvedFinest) => {
    state = solutionIn(kernels, level);
  };
  const again = retrieve(kernels, scope, input, { onSolved }, settings.inline.retrieval);
  if (again.evenedBy) withoutLight(kernels, own.amplitude, again.evenedBy);
  warm.state = { ...state, seen: withoutGaps(kernels, own.amplitude) };
  return { ...again, noiseSigma: own.noiseSigma, restarted: true, unlit: own.unlit };
}

/** The amplitude but for what the camera's range cut off and what no light fell on. */
function keptOf(kernels: Kernels, scope: Scope, light: NormalisedInline): RealPlane {
  return asMeasured(kernels, scope, light.amplitude, light);
}

function factsOf(
  started: StartedInline,
  counts: number,
  light: number,
  { dataMisfit, noiseSigma, backgroundSpread, restarted }: Solved,
  untrusted_fraction: number,
): FrameRecord {
  const { spread, settings, noiseSigma: noiseOfStart } = started;
  // the uncertainty of the start is what spreads beside the sample, and grows inside of it with the misfit
  const beside = backgroundSpread / spread;
  const inside = Math.max(1, dataMisfit) / Math.max(1, started.dataMisfit);
  const factor = Math.max(beside, inside);
  return {
    ...noDrift,
    ...{ mean_counts: counts, light, untrusted_fraction, data_misfit: dataMisfit, restarted },
    noise_factor: noiseSigma / noiseOfStart,
    sigma_factor: Number.isFinite(factor) ? factor : 1,
    flags: flagsOf(light, dataMisfit, started.dataMisfit, settings),
  };
}

function flagsOf(
  light: number,
  misfit: number,
  usual: number,
  { light: range, poorMisfit }: StartedInline['settings'],
): FrameFlag[] {
  const flags: FrameFlag[] = light < range.min || light > range.max ? ['other_light'] : [];
  if (misfit > poorMisfit * Math.max(1, usual)) flags.push('poor_fit');
  return flags;
}

/** What an in-line hologram does not record. */
const noDrift = {
  ...{ carrier_x_cycles_per_px: NaN, carrier_y_cycles_per_px: NaN, piston_rad: NaN },
  ...{
    tilt_x_fringes: NaN,
    tilt_y_fringes: NaN,
    defocus_rad: NaN,
    agreement: NaN,
    residual_rad: NaN,
    drift_sigma_rad: NaN,
  },
};

function nothing(
  { optics: { rows, cols } }: StartedInline,
  counts: number,
  light: number,
  room?: MapRoom,
): DevelopedFrame {
  const map = (memory: Float32Array = new Float32Array(rows * cols)): RealMap => ({
    rows,
    cols,
    data: memory.fill(NaN),
  });
  const facts: FrameRecord = {
    ...noDrift,
    ...{ mean_counts: counts, light, noise_factor: NaN, sigma_factor: NaN, untrusted_fraction: NaN },
    ...{ data_misfit: NaN, restarted: false, flags: ['no_fringes'] },
  };
  return { phase: map(room?.phase), amplitude: map(room?.amplitude), uncertainty: null, facts };
}
