import { partOf, type ComplexPlane, type RealPlane } from '../kernel/plane.ts';
import type { BytesAt } from '../kernel/addresses.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { markedRegions, markOpenTurns, NO_OPEN_TURNS, type OpenTurns } from '../phase/open-turns.ts';
import { markUnlevelled } from '../phase/unlevelled.ts';
import { markDrawnTurns } from '../phase/drawn-turns.ts';
import { unwrap, type Unwrapping } from '../phase/unwrap.ts';
import type { UnwrappingSettings } from '../phase/unwrapping-settings.ts';
import { wrappedPhaseAndModulus } from '../phase/wrapped.ts';
import type { ComplexMap, RealMap } from '../reconstruction/reconstruction.ts';
import { phaseSigma, UNIFORM_SIGMA, type NoiseMap } from '../uncertainty/phase-sigma.ts';

/** What a focused, normalised field is delivered as. */
export interface Maps {
  readonly phase: RealMap;
  readonly phase_wrapped: RealMap;
  readonly amplitude: RealMap;
  readonly phase_uncertainty: RealMap;
  /** the camera's part of it, where it is asked for */
  readonly phase_noise: RealMap | null;
  readonly height: RealMap | null;
  readonly field: ComplexMap;
  /** on the native grid */
  readonly unwrapping: Unwrapping;
  /** parts whose number of turns nothing decides, in native samples; none where that was not asked */
  readonly openTurns: OpenTurns;
  /** share of the native samples whose phase runs nearly as fast as the filter lets through: turns may be lost there */
  readonly steepFraction: number;
  /** rad, over all pixels */
  readonly medianSigma: number;
}

export interface MapsInput {
  /** on the native grid, its rows × cols on the sensor */
  readonly native: ComplexPlane;
  /** the same field on the grid of the output; the native one itself where that is asked for */
  readonly output: ComplexPlane;
  /** output samples from one native sample to the next */
  readonly stepX: number;
  readonly stepY: number;
  /** native samples per cycle of the filter's rim */
  readonly samplesPerCycle: { readonly x: number; readonly y: number };
  /** native samples at each edge whose light comes from beyond the frame as well as from within; absent: none */
  readonly fromBeyond?: number;
  /** native samples at each edge that the fade of the frame makes noisy */
  readonly margin: number;
  /** everything that is known to make the phase uncertain */
  readonly noise: NoiseMap;
  /** the camera's part of it */
  readonly camera: NoiseMap;
  /** whether the camera's part is asked for as a map */
  readonly wantsNoise: boolean;
  /**
   * rows · cols bytes of the native grid, 1 where a retrieval is not to be believed; null: believed everywhere. Absent: a filter
   * made the field, and a region behind dim and steep rims has an open number of turns.
   */
  readonly untrusted?: Uint8Array | null;
  /** whether the turns of such a region are open in a field that was retrieved, too; absent: they are not */
  readonly opensTurns?: boolean;
  /** the same of what the camera saw nothing of; absent or null: it saw all */
  readonly beyond?: Uint8Array | null;
  /** whether the field was levelled by its brightest parts, for want of a background; absent: it was not */
  readonly levelledByLight?: boolean;
  /** nm per rad, or null where phase does not become height */
  readonly heightPerRad: number | null;
  readonly unwrapping: UnwrappingSettings;
}

/**
 * Phase, amplitude, uncertainty and height of a field. The phase is unwrapped on the native grid, where neighbours are
 * independent and few, and its turns are then lifted to the output's grid.
 */
export function mapsOf(
  kernels: Kernels,
  input: MapsInput,
  onStage: (stage: 'unwrap' | 'uncertainty' | 'export') => void,
): Maps {
  const { output, noise, heightPerRad } = input;
  const { rows, cols } = output;
  const { wasm } = kernels;
  using scope = kernels.scope();
  onStage('unwrap');
  const coarse = unwrapNative(kernels, scope, input);
  const { wrapped, modulus, phase, mask } =
    output === input.native ? coarse : lift(kernels, scope, coarse, input);
  onStage('uncertainty');
  const sigma = scope.real(rows, cols);
  const sigmaOf = (of: NoiseMap) => {
    phaseSigma(kernels, modulus, of, sigma);
    wasm.setWhereMarked(sigma, mask, UNIFORM_SIGMA);
    return realMap(kernels, sigma);
  };
  const phase_noise = input.wantsNoise ? sigmaOf(input.camera) : null;
  const phase_uncertainty = sigmaOf(noise);
  onStage('export');
  return {
    phase: realMap(kernels, phase),
    phase_wrapped: realMap(kernels, wrapped),
    amplitude: realMap(kernels, modulus),
    phase_uncertainty,
    phase_noise,
    height: heightPerRad === null ? null : realMap(kernels, phase, heightPerRad),
    field: complexMap(kernels, output),
    unwrapping: coarse.unwrapping,
    steepFraction: coarse.steepFraction,
    openTurns: coarse.openTurns,
    medianSigma: wasm.medianOfPlane(sigma),
  };
}

interface UnwrappedPlanes {
  readonly wrapped: RealPlane;
  readonly modulus: RealPlane;
  readonly phase: RealPlane;
  /** rows · cols bytes: 0 where the turns are trusted */
  readonly mask: BytesAt;
}

interface NativePhase extends UnwrappedPlanes {
  readonly unwrapping: Unwrapping;
  readonly steepFraction: number;
  readonly openTurns: OpenTurns;
}

function unwrapNative(kernels: Kernels, scope: Scope, input: MapsInput): NativePhase {
  const { native, camera: noise, samplesPerCycle, unwrapping: settings } = input;
  const { rows, cols } = native;
  const { wasm } = kernels;
  const wrapped = scope.real(rows, cols);
  const modulus = scope.real(rows, cols);
  const phase = scope.real(rows, cols);
  const mask = scope.bytes(rows * cols);
  wrappedPhaseAndModulus(kernels, native, wrapped, modulus);
  const mean = noise.fieldVariance.reduce((a, b) => a + b, 0) / noise.fieldVariance.length;
  const minimumModulus = Math.sqrt(mean / 2) / settings.usefulSigma;
  const unwrapping = unwrap(kernels, wrapped, modulus, phase, mask, { minimumModulus }, settings);
  wasm.settleTurns(wrapped, phase, mask, settings.nearBackground);
  const untrustedFraction = [input.untrusted, input.beyond].reduce(
    (share, more) => (more ? alsoUntrusted(kernels.bytes(mask, rows * cols), more) : share),
    unwrapping.untrustedFraction,
  );
  const rim = settings.steepShare * 2 * Math.PI;
  const { margin } = input;
  const inside = (plane: RealPlane) =>
    partOf(plane, { row: margin, col: margin }, rows - 2 * margin, cols - 2 * margin);
  const steep = wasm.countSteep(inside(wrapped), inside(modulus), {
    limitX: rim / samplesPerCycle.x,
    limitY: rim / samplesPerCycle.y,
    minimum: settings.steepModulus * minimumModulus,
  });
  const steepFraction = steep / (rows * cols);
  const planes = { wrapped, modulus, phase, mask };
  const openTurns =
    input.untrusted === undefined || input.opensTurns
      ? openTurnsOf(kernels, planes, unwrapping, input)
      : NO_OPEN_TURNS;
  return {
    ...{ wrapped, modulus, phase, mask, steepFraction },
    ...{ unwrapping: { ...unwrapping, untrustedFraction }, openTurns },
  };
}

/** Marks what hangs on the rest through rims that tell nothing of turns, and what gets other turns when it is drawn again. */
function openTurnsOf(
  kernels: Kernels,
  planes: UnwrappedPlanes,
  { residues }: Unwrapping,
  input: MapsInput,
): OpenTurns {
  const { samplesPerCycle, unwrapping: settings } = input;
  const { rows, cols } = planes.phase;
  const unlevelled = input.levelledByLight ? markUnlevelled(kernels, planes) : null;
  if (unlevelled) return unlevelled;
  using scope = kernels.scope();
  const sigma = scope.real(rows, cols);
  phaseSigma(kernels, planes.modulus, onNative(input), sigma);
  const edged = { ...planes, sigma, beyond: input.fromBeyond };
  const behindRims = markOpenTurns(kernels, edged, samplesPerCycle, settings);
  // without a residue every path gives the same turns
  if (residues === 0) return behindRims;
  const marked = markDrawnTurns(kernels, { ...planes, sigma }, settings, behindRims.settled);
  const reach = Math.max(samplesPerCycle.x, samplesPerCycle.y);
  const regions = [...behindRims.regions, ...markedRegions(marked, rows, cols, reach)];
  return {
    regions: regions.sort((a, b) => b.size - a.size),
    share: behindRims.share + marked.reduce((sum, mark) => sum + mark, 0) / marked.length,
  };
}

/** The noise that turns are doubted for: of the output's columns and rows at those of the native grid, less what neighbours share. */
function onNative({ noise, native, stepX, stepY }: MapsInput): NoiseMap {
  const at = (values: Float32Array, count: number, step: number) =>
    Float32Array.from(
      { length: count },
      (_, k) => values[Math.min(values.length - 1, Math.round(k * step))]!,
    );
  const { extraPhaseVariance, shared } = noise;
  return {
    ...noise,
    extraPhaseVariance: shared ? extraPhaseVariance.map((v, t) => v - shared[t]!) : extraPhaseVariance,
    noisierX: at(noise.noisierX, native.cols, stepX),
    noisierY: at(noise.noisierY, native.rows, stepY),
    ringing: noise.ringing && {
      ...noise.ringing,
      byX: at(noise.ringing.byX, native.cols, stepX),
      byY: at(noise.ringing.byY, native.rows, stepY),
    },
  };
}

/** Marks more pixels. @returns the share of those that are marked now */
function alsoUntrusted(mask: Uint8Array, more: Uint8Array): number {
  let marked = 0;
  for (let i = 0; i < mask.length; i++) {
    mask[i]! |= more[i]!;
    if (mask[i] !== 0) marked++;
  }
  return marked / mask.length;
}

/** Phase and modulus of the output's own samples, with the turns of the native grid. */
function lift(kernels: Kernels, scope: Scope, coarse: NativePhase, input: MapsInput): UnwrappedPlanes {
  const { rows, cols } = input.output;
  const wrapped = scope.real(rows, cols);
  const modulus = scope.real(rows, cols);
  const phase = scope.real(rows, cols);
  const mask = scope.bytes(rows * cols);
  wrappedPhaseAndModulus(kernels, input.output, wrapped, modulus);
  const { stepX, stepY } = input;
  kernels.wasm.liftTurns(coarse.phase, coarse.mask, wrapped, phase, mask, { stepX, stepY });
  return { wrapped, modulus, phase, mask };
}

/**
 * A plane of the kernels' memory as a map of its own, times `scale`.
 * @param room becomes the map's memory; it has the length that is needed
 */
export function realMap(kernels: Kernels, plane: RealPlane, scale = 1, room?: Float32Array): RealMap {
  const { rows, cols } = plane;
  const taken = (values: Float32Array): RealMap => {
    room?.set(values);
    return { rows, cols, data: room ?? values.slice() };
  };
  if (plane.pitch === cols && scale === 1) return taken(kernels.floats(plane.ptr, rows * cols));
  using scope = kernels.scope();
  const out = scope.floats(rows * cols);
  kernels.wasm.exportPlane(plane, scale, out);
  return taken(kernels.floats(out, rows * cols));
}

/** Bytes that are made and taken out at a time: they stay near the processor in between. */
const BAND_BYTES = 256 * 1024;

function complexMap(kernels: Kernels, plane: ComplexPlane): ComplexMap {
  const { rows, cols } = plane;
  const data = new Float32Array(rows * cols * 2);
  const band = Math.max(1, Math.min(rows, Math.floor(BAND_BYTES / (cols * 8))));
  using scope = kernels.scope();
  const out = scope.floats(band * cols * 2);
  for (let row = 0; row < rows; row += band) {
    const count = Math.min(band, rows - row);
    kernels.wasm.exportField(partOf(plane, { row, col: 0 }, count, cols), out);
    data.set(kernels.floats(out, count * cols * 2), row * cols * 2);
  }
  return { rows, cols, data };
}
