import type { Frame } from '../../src/core/field/frame.ts';
import type { Kernels } from '../../src/core/kernel/kernels.ts';
import { limitBand } from '../../src/core/simulate/band-limit.ts';
import { drawObject } from '../../src/core/simulate/draw-object.ts';
import { collect, digitise, gainFor } from '../../src/core/simulate/expose.ts';
import { propagateForward } from '../../src/core/simulate/propagate-forward.ts';
import { Random } from '../../src/core/simulate/random.ts';
import { completeSpec, type SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { streams } from '../../src/core/simulate/streams.ts';
import { emptyWave, type Wave } from '../../src/core/simulate/wave.ts';

type ObjectInput = SimulationInput['object'];

/** An in-line recording of one, two or three planes. */
export interface FocusRig {
  readonly width: number;
  readonly height: number;
  readonly pitch: number;
  readonly wavelength: number;
  readonly electrons: number;
  readonly planes: readonly PlaneOfRig[];
  readonly seed: number;
}

interface PlaneOfRig {
  readonly z_mm: number;
  readonly object: ObjectInput;
  /** the object lies in this part of the frame's width only */
  readonly between: readonly [number, number];
}

const PITCHES = [1.12, 1.67, 2.2, 3.45, 5.86];
const WAVELENGTHS = [0.405, 0.473, 0.532, 0.6328, 0.65];
const ELECTRONS = [400, 1000, 3000, 10_000, 100_000];
const SIZES = [
  [512, 512],
  [640, 512],
  [768, 576],
  [1024, 768],
] as const;
/** Every so many rigs are as large as frames get. */
const LARGE = 20;
const [NEAREST, FARTHEST] = [0.2, 9];
/** From one plane to the next the distance grows by one of these factors. */
const APART = [1.35, 1.6, 2, 2.6];

const phases = [0.8, 1.2, 1.5, 2, 3];
const cells = (phase_rad: number, transmission: number, count = 18): ObjectInput => ({
  ...{ kind: 'cells', phase_rad, transmission, count },
});
const beads = (phase_rad: number, count = 18): ObjectInput => ({ kind: 'beads', phase_rad, count });

/** Kinds of samples, each with some variants that take turns. */
export const focusObjects: Readonly<Record<string, readonly ObjectInput[]>> = {
  'absorbing charts': [
    { kind: 'absorbing-chart' },
    { kind: 'star' },
    { kind: 'absorbing-chart', transmission: 0.6 },
  ],
  'weak absorbers': [0.7, 0.85, 0.95].map((transmission) => cells(0, transmission)),
  'one weak absorber': [0.7, 0.85].map((transmission) => ({ ...cells(0, transmission, 1), size_um: 20 })),
  'weak phase': [
    ...[0.15, 0.3].flatMap((phase) => [
      cells(phase, 1),
      beads(phase),
      { kind: 'phase-chart', phase_rad: phase } as const,
    ]),
    { kind: 'phase-steps', phase_rad: 0.3 },
  ],
  'one phase object': [0.5, 1.2, 3].flatMap((phase) => [
    { ...beads(phase, 1), size_um: 15 },
    { ...cells(phase, 1, 1), size_um: 20 },
  ]),
  'strong phase': phases.flatMap((phase) => [
    cells(phase, 1),
    beads(phase),
    { kind: 'phase-chart', phase_rad: phase } as const,
    { kind: 'phase-steps', phase_rad: phase } as const,
  ]),
  mixed: [
    { kind: 'mixed' },
    ...[0.5, 1, 2].map((phase) => cells(phase, 0.85)),
    { kind: 'mixed', phase_rad: 0.5 },
  ],
};

/** What the planes of a sample of several hold. */
const inPlanes: readonly ObjectInput[] = [
  cells(0, 0.6),
  cells(0.4, 1),
  beads(1, 12),
  { kind: 'absorbing-chart' },
  cells(1.5, 0.9),
];

/** Recordings of each kind of sample, the same ones every time. */
export function focusRigs(count: number): Readonly<Record<string, readonly FocusRig[]>> {
  const rigs = (kind: number, planesOf: (random: Random, k: number) => PlaneOfRig[]) =>
    Array.from({ length: count }, (_, k) => {
      const random = Random.from(1 + k, 100 + kind);
      const pick = <T>(from: readonly T[]) => from[Math.floor(random.between(0, from.length))]!;
      const [width, height] = k % LARGE === LARGE - 1 ? [1920, 1080] : pick(SIZES);
      const rig = { pitch: pick(PITCHES), wavelength: pick(WAVELENGTHS), electrons: pick(ELECTRONS) };
      return { width, height, ...rig, planes: planesOf(random, k), seed: 1 + k };
    });
  const single = Object.entries(focusObjects).map(([name, objects], kind) => {
    const planes = (random: Random, k: number) => [
      { z_mm: distance(random), object: objects[k % objects.length]!, between: [0, 1] as const },
    ];
    return [name, rigs(kind, planes)] as const;
  });
  const several = (planes: number, beside: boolean, kind: number) =>
    rigs(kind, (random, k) => {
      const object = inPlanes[k % inPlanes.length]!;
      const factor = APART[k % APART.length]!;
      const first = distance(random, FARTHEST / factor ** (planes - 1));
      return Array.from({ length: planes }, (_, p) => {
        const between = beside ? ([p / planes, (p + 1) / planes] as const) : ([0, 1] as const);
        return { z_mm: first * factor ** p, object, between };
      });
    });
  return {
    ...Object.fromEntries(single),
    'two planes, side by side': several(2, true, 20),
    'two planes, one before the other': several(2, false, 21),
    'three planes, side by side': several(3, true, 22),
  };
}

function distance(random: Random, farthest = FARTHEST): number {
  return NEAREST * (farthest / NEAREST) ** random.uniform();
}

/** The frame that the camera gives: light passes the farthest plane first. */
export function exposeRig(kernels: Kernels, rig: FocusRig): Frame {
  const { width, height, pitch, wavelength, electrons, seed } = rig;
  const common = {
    ...({ mode: 'inline', width_px: width, height_px: height, pixel_pitch_um: pitch } as const),
    ...{ wavelength_um: wavelength, photoelectrons: electrons },
  };
  const planes = rig.planes.toSorted((a, b) => b.z_mm - a.z_mm);
  let wave = emptyWave(height, width);
  wave.re.fill(1);
  planes.forEach(({ z_mm, object, between }, p) => {
    const spec = completeSpec({ ...common, object, seed: seed + 1000 * p });
    const { amplitude, phase } = drawObject(spec, kernels.wasm);
    const [from, to] = between.map((share) => share * width) as [number, number];
    const passed = emptyWave(height, width);
    passed.re.forEach((_, i) => {
      const here = i % width >= from && i % width < to;
      passed.re[i] = here ? amplitude[i]! * Math.cos(phase[i]!) : 1;
      passed.im[i] = here ? amplitude[i]! * Math.sin(phase[i]!) : 0;
    });
    const limited = limitBand(kernels, passed, spec.pupil_radius_cycles_per_px);
    const gap = z_mm - (planes[p + 1]?.z_mm ?? 0);
    wave = propagateForward(kernels, times(wave, limited), gap, spec);
  });
  const spec = completeSpec({ ...common, object: { kind: 'flat' }, seed });
  const intensity = wave.re.map((re, i) => re * re + wave.im[i]! * wave.im[i]!);
  const collected = collect(intensity, spec, Random.from(seed, streams.hologramNoise), kernels.wasm);
  return digitise(collected, gainFor(collected, spec), spec, kernels.wasm);
}

function times(a: Wave, b: Wave): Wave {
  const out = emptyWave(a.rows, a.cols);
  for (let i = 0; i < out.re.length; i++) {
    out.re[i] = a.re[i]! * b.re[i]! - a.im[i]! * b.im[i]!;
    out.im[i] = a.re[i]! * b.im[i]! + a.im[i]! * b.re[i]!;
  }
  return out;
}
