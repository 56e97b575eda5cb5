/** The sideband alone, found or refused: many frames, since nothing is reconstructed from them. */
import { loadKernels } from '../../../src/cli/load-kernels.ts';
import type { Frame } from '../../../src/core/field/frame.ts';
import { Problem } from '../../../src/core/problem/problem.ts';
import { measureFrame } from '../../../src/core/sideband/measure-frame.ts';
import { roughObject, type Rough } from '../../../src/core/sideband/rough-object.fixture.ts';
import { findSideband } from '../../../src/core/sideband/sideband.ts';
import type { SidebandSettings } from '../../../src/core/sideband/sideband-settings.ts';
import { Random } from '../../../src/core/simulate/random.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../../src/core/simulate/simulation-spec.ts';
import { dataFolder } from '../../accuracy/data-folder.ts';
import { readFrames } from '../../accuracy/real-frames.ts';
import { realSets } from '../../accuracy/real-set.ts';
import { settingsOf } from '../settings-of.ts';
import type { Outcome, Stage } from '../stage.ts';

const kernels = await loadKernels();

type Run = (settings: SidebandSettings) => Outcome;
type Carrier = readonly [number, number];

/** @param truth the carrier, or its twin's; null where there is none or none is known */
function lookAt(frame: Frame, truth: Carrier | null = null): Run {
  return (settings) => {
    using scope = kernels.scope();
    const { spectrum, image } = measureFrame(kernels, scope, frame, 'frame');
    try {
      const found = findSideband(kernels, spectrum, image, settings);
      const { carrier, rival } = found;
      const off = ([x, y]: Carrier) => Math.hypot(carrier.x - x, carrier.y - y);
      const error = truth === null ? 0 : Math.min(off(truth), off([-truth[0], -truth[1]]));
      const side = Math.min(spectrum.rows, spectrum.cols);
      return { bits: JSON.stringify(found), error: error * side, verdict: rival ? 'two' : 'one' };
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      // not what the refusal says: which of several reasons comes first is nobody's concern
      return { bits: cause.code, error: 0, verdict: cause.code };
    }
  };
}

function simulated(input: Omit<SimulationInput, 'mode'>): Run {
  const size = { width_px: 256, height_px: 256, background: false };
  const { hologram, spec } = simulate(kernels, { mode: 'off-axis', ...size, ...input });
  return lookAt(hologram, spec.coherence === 0 ? null : spec.carrier_cycles_per_px);
}

function inline(kind: SimulationInput['object']['kind'], z_mm: number): Run {
  const size = { width_px: 256, height_px: 256, background: false };
  return lookAt(simulate(kernels, { mode: 'inline', object: { kind }, z_mm, ...size }).hologram);
}

/** Counts by a formula, with a little noise. */
function painted(at: (x: number, y: number) => number, side = 256): Frame {
  const random = Random.from(7);
  const samples = Float32Array.from({ length: side * side }, (_, i) => {
    return 100 + at(i % side, Math.floor(i / side)) + random.uniform();
  });
  return { width: side, height: side, samples, bitDepth: 32 };
}

const wave = (x: number, y: number, [fx, fy]: Carrier) => Math.cos(2 * Math.PI * (fx * x + fy * y));
const noise = (seed: number) => Float64Array.from({ length: 65_536 }, uniform(seed));

function uniform(seed: number): () => number {
  const random = Random.from(seed);
  return () => random.uniform();
}

const cells = { object: { kind: 'cells' } } as const;
const curved = (rad: number) => [
  { x: 2, y: 0, rad },
  { x: 0, y: 2, rad },
];

function pictures(): Record<string, Run> {
  const blocks = noise(4);
  const rows = noise(5);
  const edge = (x: number, y: number) => (0.88 * x + 0.48 * y > 150 ? 50 : 0);
  const bars = (x: number, y: number) => ((0.9 * x + 0.43 * y) % 20 < 10 ? 40 : 0);
  return {
    'nothing: noise': lookAt(painted(() => 0)),
    'nothing: edge': lookAt(painted(edge)),
    'nothing: squares': lookAt(painted((x, y) => 50 * (((x >> 5) + (y >> 5)) & 1))),
    'a strip of bars': lookAt(painted((x, y) => (x > 90 && x < 150 ? bars(x, y) : 0))),
    'nothing: blocks of a JPEG': lookAt(painted((x, y) => 20 * blocks[(y >> 3) * 32 + (x >> 3)]!)),
    'nothing: stripes of a camera': lookAt(painted((_, y) => 10 * rows[y]!)),
    'nothing: every other column': lookAt(painted((x) => 6 * (x & 1))),
    'rows that repeat': lookAt(
      painted((x, y) => 10 * wave(x, y, [0, 0.2])),
      [0, 0.2],
    ),
    'every other column beside fringes': lookAt(
      painted((x, y) => 6 * (x & 1) + 4 * wave(x, y, [0.2, 0.11])),
      [0.2, 0.11],
    ),
    'stripes of a camera over fringes': lookAt(
      painted((x, y) => 30 * rows[y]! + 4 * wave(x, y, [0.2, 0.11])),
      [0.2, 0.11],
    ),
    'two references': lookAt(
      painted((x, y) => 3 * wave(x, y, [0.2, 0.11]) + 2 * wave(x, y, [0.1, -0.3])),
      [0.2, 0.11],
    ),
    'a faint wave in noise': lookAt(
      painted((x, y) => 0.05 * wave(x, y, [0.2, 0.11])),
      [0.2, 0.11],
    ),
  };
}

const rough = (object: Rough) => lookAt(roughObject(kernels, object), object.carrier);

/** Objects that leave a patch of speckle, and what looks like one and is none. */
const patches = (): Record<string, Run> => ({
  rough: rough({ carrier: [0.2, 0.15], extent: [0.08, 0.08] }),
  'rough, oval': rough({ carrier: [0.2, -0.15], extent: [0.1, 0.06] }),
  'rough, near an axis': rough({ carrier: [0.005, 0.16], extent: [0.08, 0.08] }),
  'rough, on an axis': rough({ carrier: [0.25, 0], extent: [0.1, 0.1] }),
  'rough, square': rough({ carrier: [0.15, 0.2], extent: [0.07, 0.07], round: false }),
  'rough, faint': rough({ carrier: [0.15, 0.2], extent: [0.07, 0.07], power: 0.05 }),
  'rough, near the middle': rough({ carrier: [0.13, 0.03], extent: [0.06, 0.06], power: 0.3 }),
  'nothing: speckle alone': rough({ carrier: [0, 0], extent: [0.1, 0.1], power: 1e6 }),
  'nothing: rough, reference on its axis': rough({ carrier: [0, 0], extent: [0.1, 0.1], power: 0.3 }),
  'nothing: rough, reaches the middle': rough({ carrier: [0.06, 0.05], extent: [0.12, 0.12] }),
});

/** The middle 512 px. */
async function recorded(): Promise<Record<string, Run>> {
  const data = dataFolder();
  const cases: Record<string, Run> = {};
  for (const set of data === null ? [] : realSets) {
    const { hologram } = await readFrames(data!, set);
    const side = Math.min(512, hologram.width, hologram.height);
    const [left, top] = [(hologram.width - side) >> 1, (hologram.height - side) >> 1];
    const samples = Float32Array.from({ length: side * side }, (_, i) => {
      return hologram.samples[(top + Math.floor(i / side)) * hologram.width + left + (i % side)]!;
    });
    cases[`recorded: ${set.folder}`] = lookAt({ width: side, height: side, samples, bitDepth: 32 });
  }
  return cases;
}

export const stage: Stage<SidebandSettings> = {
  error: 'how far the carrier lies from the true one in Fourier pixels; 0 for refusals and recordings',
  settings: settingsOf.sideband,
  cases: {
    cells: simulated(cells),
    'cells, 720 px': simulated({ ...cells, width_px: 720, height_px: 720 }),
    'tiny frame': simulated({ ...cells, width_px: 48, height_px: 40 }),
    'phase steps on an axis': simulated({
      object: { kind: 'phase-steps' },
      carrier_cycles_per_px: [0.25, 0],
    }),
    'all but on an axis': simulated({ ...cells, carrier_cycles_per_px: [0.21, 0.006] }),
    'wide fringes': simulated({ ...cells, carrier_cycles_per_px: [0.035, 0.035] }),
    'fringes too wide': simulated({ ...cells, carrier_cycles_per_px: [0.03, 0.027] }),
    'narrow fringes': simulated({ ...cells, carrier_cycles_per_px: [0.3, -0.25] }),
    'curved by 12 rad': simulated({ ...cells, aberration: curved(12) }),
    'curved by 40 rad': simulated({ ...cells, aberration: curved(40), width_px: 512, height_px: 512 }),
    'visibility 0.05, 200 electrons': simulated({ ...cells, coherence: 0.05, photoelectrons: 200 }),
    'half the pixels clipped': simulated({
      ...{ ...cells, full_scale_percentile: 50, full_scale_fraction: 1, bit_depth: 8 },
    }),
    'bead, 80 rad': simulated({ object: { kind: 'beads', phase_rad: 80 }, coherence: 0.095 }),
    'absorbing chart, terms overlap': simulated({
      ...{ object: { kind: 'absorbing-chart', transmission: 0 }, carrier_cycles_per_px: [0.14, 0.1] },
      ...{ pupil_radius_cycles_per_px: 0.12, amplitude_ratio: 0.5 },
    }),
    'nothing: chart without fringes': simulated({ object: { kind: 'absorbing-chart' }, coherence: 0 }),
    'nothing: turned chart without fringes': simulated({
      ...{ object: { kind: 'target' }, target: { target_id: 'usaf-1951', rotation_deg: 27 } },
      coherence: 0,
    }),
    'nothing: turned ruling without fringes': simulated({
      ...{ object: { kind: 'target' }, target: { target_id: 'ronchi-10', rotation_deg: 27 } },
      coherence: 0,
    }),
    'nothing: cells in-line': inline('cells', 5),
    'nothing: chart in-line': inline('absorbing-chart', 2),
    'nothing: phase steps in-line': inline('phase-steps', 2),
    'nothing: star in-line': inline('star', 20),
    ...pictures(),
    ...patches(),
    ...(await recorded()),
  },
};
