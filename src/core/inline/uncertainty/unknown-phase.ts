import type { Kernels } from '../../kernel/kernels.ts';
import { coupledErrors } from './coupled-errors.ts';
import { phaseBlindBelow } from '../background/phase-background.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { forTilePixels } from '../optics/frame-tiles.ts';
import { openFrame } from './open-frame.ts';
import { aroundParts, openParts } from './open-parts.ts';
import type { SampleFree } from './sample-free.ts';
import type { UncertaintySettings } from './uncertainty-settings.ts';

/** Whether light is missing nearly all over a single frame, so that no phase is the beam's; a chart that absorbs only has none. */
export function coversFrame(
  { startedAbsorbing }: Pick<Retrieval, 'startedAbsorbing'>,
  { beam }: SampleFree,
  distances: readonly number[],
  { evidence }: UncertaintySettings,
): boolean {
  return distances.length === 1 && !startedAbsorbing && beam < 1 - evidence.phase;
}

/** What of the phase is not known at all: that of parts which both absorb and delay light, and of those that leave the frame. */
export function unknownOf(
  kernels: Kernels,
  {
    field,
    backgroundSpread,
    startedAbsorbing,
    coupledBy,
    regularisation: pull,
  }: Pick<Retrieval, 'field' | 'backgroundSpread' | 'startedAbsorbing' | 'coupledBy' | 'regularisation'>,
  parts: SampleFree,
  of: {
    readonly optics: SensorOptics;
    readonly distances: readonly number[];
    /** whether heights settle the phase */
    readonly settled: boolean;
    readonly covered: boolean;
    /** whether by a sample in a single frame, of which no phase is the beam's */
    readonly inFrame: boolean;
    /** 1 for tiles that no light fell on; null: there are none */
    readonly dark: Uint8Array | null;
  },
  settings: UncertaintySettings,
) {
  const { pitchX, pitchY } = of.optics.sampling;
  const half = 0.5 / phaseBlindBelow(of.optics.wavelength, of.distances);
  const widest = { x: half / pitchX, y: half / pitchY };
  const fringe = fringeOf(of.optics, of.distances);
  const waves = of.distances.map((z) => {
    const { x, y } = fringeOf(of.optics, [z]);
    return x + y;
  });
  const wave = Math.max(...waves);
  const { phase, clear } = settings.evidence;
  const least = Math.max(phase, clear * backgroundSpread);
  const errors = coupledBy && coupledErrors(kernels, field, parts, least, settings);
  const measures = { widest, waves, pull, dark: of.dark, errors };
  const open = openParts(kernels, field, parts, backgroundSpread, measures, settings);
  const coupled = coupledBy && halfOver(field, parts.tiles, coupledBy);
  const all = of.inFrame
    ? openFrame(kernels, field, { half: (widest.x + widest.y) / 2, wave }, settings.openError)
    : 0;
  const marked = (isOpen: (tile: number) => boolean, counts: boolean) =>
    counts ? aroundParts(field, parts, open, isOpen, fringe) : null;
  const everywhere = all > settings.mostMixed ? new Uint8Array(field.rows * field.cols).fill(1) : null;
  const mixed =
    everywhere ?? marked((t) => open.isMixed[parts.parts[t]!] === 1, !of.settled && open.isMixed.includes(1));
  // a sample that only absorbs has no phase that could be open
  const cut = marked((t) => open.cut[t] === 1, !of.covered && !startedAbsorbing && open.cut.includes(1));
  const untrusted = mixed && cut ? mixed.map((one, at) => one | cut[at]!) : (mixed ?? cut);
  const share = (marks: Uint8Array | null) =>
    (marks?.reduce((sum, mark) => sum + mark, 0) ?? 0) / (field.rows * field.cols);
  return {
    ...{ untrusted, doesBoth: open.doesBoth },
    // where a stack shows that the sample covers the beam, no part has a rim towards it
    mixed: open.mixed.map((rad, t) =>
      of.covered && !of.inFrame ? 0 : Math.max(rad, all, coupled?.[t] ?? 0),
    ),
    ...{ untrustedFraction: share(untrusted), mixedFraction: share(mixed), cutFraction: share(cut) },
  };
}

/** rad per tile: half of what two fields are apart that both explain a frame, root mean square; nobody knows which of them is nearer. */
function halfOver(
  frame: Pick<SensorOptics, 'rows' | 'cols'>,
  tiles: number,
  apart: Float32Array,
): Float64Array {
  const [sums, counts] = [new Float64Array(tiles * tiles), new Float64Array(tiles * tiles)];
  forTilePixels(frame, tiles, (y, x, t) => {
    const one = apart[y * frame.cols + x]! / 2;
    sums[t]! += one * one;
    counts[t]! += 1;
  });
  return sums.map((sum, t) => Math.sqrt(sum / counts[t]!));
}

/** Half of √(λz) to the farthest frame in pixels, what the first fringe of a part of the sample takes on either side. */
function fringeOf({ sampling, wavelength }: SensorOptics, distances: readonly number[]) {
  const half = Math.sqrt(wavelength * Math.max(...distances.map(Math.abs))) / 2;
  return { x: half / sampling.pitchX, y: half / sampling.pitchY };
}
