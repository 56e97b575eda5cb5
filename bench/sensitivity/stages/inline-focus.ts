/**
 * Finding the distance of an in-line hologram: small simulated frames. Parts of recordings small enough for this show
 * too little of their fringes to find anything.
 */
import { createHash } from 'node:crypto';
import { loadKernels } from '../../../src/cli/load-kernels.ts';
import { loadCameraImage } from '../../../src/core/field/camera.ts';
import type { Frame } from '../../../src/core/field/frame.ts';
import { autofocusInline, type InlineFocus } from '../../../src/core/inline/focus/autofocus-inline.ts';
import type { FocusSettings } from '../../../src/core/inline/focus/focus-settings.ts';
import { normaliseInline } from '../../../src/core/light/normalise-inline.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../../src/core/simulate/simulation-spec.ts';
import { exposeRig, focusRigs } from '../../accuracy/inline-focus-rigs.ts';
import { remember } from '../remember.ts';
import { settingsOf } from '../settings-of.ts';
import type { Outcome, Stage } from '../stage.ts';

const kernels = await loadKernels();

interface FocusCase {
  readonly frame: Frame;
  readonly pitch: number;
  readonly wavelength: number;
  /** µm */
  readonly range: readonly [number, number];
  /** µm, every plane; none where nothing is in focus */
  readonly planes: readonly number[];
}

type Input = Omit<SimulationInput, 'mode'> & { readonly side?: number };

function simulated({ side = 112, ...input }: Input, range: readonly [number, number]): FocusCase {
  const { hologram, spec } = simulate(kernels, {
    ...{ mode: 'inline', width_px: side, height_px: side, pixel_pitch_um: 2.2, z_mm: 1, seed: 2 },
    ...{ photoelectrons: 5000, background: false },
    ...input,
  });
  const { pixel_pitch_um: pitch, wavelength_um: wavelength, z_mm } = spec;
  const planes = input.object.kind === 'flat' ? [] : [1000 * z_mm];
  return { frame: hologram, pitch, wavelength, range, planes };
}

/** The left half of one frame beside the right half of another. */
function beside(left: FocusCase, right: FocusCase): FocusCase {
  const { width } = left.frame;
  const samples = left.frame.samples.map((v, k) => (k % width < width / 2 ? v : right.frame.samples[k]!));
  return {
    ...left,
    frame: { ...left.frame, samples } as Frame,
    planes: [...left.planes, ...right.planes],
  };
}

const cells = (phase_rad: number, transmission: number, count = 18) =>
  ({ kind: 'cells', phase_rad, transmission, count }) as const;
const chart = { kind: 'absorbing-chart' } as const;

const cases: Record<string, FocusCase> = {
  'absorbing chart': simulated({ object: chart }, [300, 4000]),
  'weak absorbers': simulated({ object: cells(0, 0.85), z_mm: 1.5 }, [500, 5000]),
  'strong phase chart': simulated(
    { object: { kind: 'phase-chart' }, pixel_pitch_um: 1.12, z_mm: 1.2, photoelectrons: 10_000 },
    [300, 4000],
  ),
  beads: simulated({ object: { kind: 'beads', count: 20, phase_rad: 0.5 }, z_mm: 1.5 }, [500, 5000]),
  'strong cells': simulated({ object: cells(2, 0.9), z_mm: 1.2, side: 144 }, [300, 4000]),
  'one bead': simulated({ object: { kind: 'beads', phase_rad: 1.2, size_um: 15 } }, [300, 3000]),
  'near the sensor': simulated({ object: cells(0.8, 1), z_mm: 0.2 }, [100, 1500]),
  'far away': simulated(
    { object: { kind: 'phase-chart', phase_rad: 0.3 }, pixel_pitch_um: 3.45, z_mm: 7 },
    [2000, 10_000],
  ),
  'weak cells, noisy': simulated({ object: cells(0.3, 1), photoelectrons: 1000, side: 144 }, [300, 3000]),
  'weak cells between two depths': simulated(
    { object: cells(0.15, 1), pixel_pitch_um: 1.67, z_mm: 0.275, seed: 1, side: 144 },
    [100, 1200],
  ),
  'dust and uneven light': simulated(
    { object: cells(0.5, 1), dust: 20, uneven_light: 0.4, side: 144 },
    [300, 3000],
  ),
  'two planes': beside(
    simulated({ object: chart, z_mm: 0.7, side: 192 }, [600, 1900]),
    simulated({ object: chart, z_mm: 1.7, seed: 9, side: 192 }, [600, 1900]),
  ),
  'a range that ends before it': simulated({ object: chart, side: 96 }, [1030, 1500]),
  nothing: simulated({ object: { kind: 'flat' }, photoelectrons: 2000, side: 96 }, [500, 1500]),
};

/** Of the rigs of bench/accuracy/inline-focus.ts, those where other cases had shown no difference. */
const rigs = focusRigs(4);
for (const [kind, k] of [
  ['mixed', 1],
  ['one weak absorber', 0],
  ['two planes, one before the other', 0],
] as const) {
  const rig = rigs[kind]![k]!;
  cases[`rig: ${kind}`] = {
    ...{ frame: exposeRig(kernels, rig), pitch: rig.pitch, wavelength: rig.wavelength },
    range: [100, 10_000],
    planes: rig.planes.map((plane) => 1000 * plane.z_mm),
  };
}

function focusOf({ frame, pitch, wavelength, range }: FocusCase, settings: FocusSettings): InlineFocus {
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const { amplitude, noiseSigma } = normaliseInline(kernels, scope, image, null);
  const sampling = { pitchX: pitch, pitchY: pitch };
  const [fromZ, toZ] = range;
  const search = { amplitude, sampling, wavelength, fromZ, toZ, noiseSigma };
  return autofocusInline(kernels, search, () => {}, settings);
}

function outcomeOf(one: FocusCase, settings: FocusSettings): Outcome {
  const focus = focusOf(one, settings);
  const off = one.planes.map((plane) => Math.abs(focus.z - plane) / focus.depthOfField);
  return {
    bits: createHash('sha256').update(JSON.stringify(focus)).digest('hex'),
    error: off.length > 0 ? Math.min(...off) : 0,
    verdict: `${focus.foci.length} planes; ${focus.doubts.map((text) => text.slice(0, 20)).join('; ')}`,
  };
}

export const stage: Stage<FocusSettings> = {
  error: 'the distance found less the nearest one in focus, in depths of field',
  settings: settingsOf['inline-focus'],
  cases: Object.fromEntries(
    Object.entries(cases).map(([name, one]) => [
      name,
      remember((settings: FocusSettings) => outcomeOf(one, settings)),
    ]),
  ),
};
