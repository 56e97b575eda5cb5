import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { autofocusInline, type InlineFocus } from './autofocus-inline.ts';
import { normaliseInline } from './normalise.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const WAVELENGTH = 0.6328;
const SIDE = 288;
/** of a frame whose halves show different planes */
const WIDE = 384;

interface Rig {
  readonly pitch: number;
  readonly z_mm: number;
  readonly electrons: number;
}

function hologramOf(object: SimulationInput['object'], rig: Rig, seed = 2, side = SIDE): Frame {
  const size = { width_px: side, height_px: side, background: false };
  const { pitch: pixel_pitch_um, z_mm, electrons: photoelectrons } = rig;
  return simulate(kernels, { mode: 'inline', object, ...size, pixel_pitch_um, z_mm, photoelectrons, seed })
    .hologram;
}

function focusOf(
  frame: Frame,
  pitch: number,
  range: readonly [number, number] = [100, 10_000],
  onSample: (fraction: number) => void = () => {},
): InlineFocus {
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const { amplitude, noiseSigma } = normaliseInline(kernels, scope, image, null);
  const sampling = { pitchX: pitch, pitchY: pitch };
  const [fromZ, toZ] = range;
  return autofocusInline(
    kernels,
    { amplitude, sampling, wavelength: WAVELENGTH, fromZ, toZ, noiseSigma },
    onSample,
  );
}

/** Round and transparent: right, but no measure is steep enough to be sure of it. */
const SMOOTH = ['beads', 'cells'];

describe('the default range', () => {
  const cases: [string, SimulationInput['object'], Rig][] = [
    ['bars that absorb', { kind: 'absorbing-chart' }, { pitch: 2.2, z_mm: 3, electrons: 2000 }],
    ['a star', { kind: 'star' }, { pitch: 1.1, z_mm: 0.8, electrons: 10_000 }],
    [
      'weak absorbers',
      { kind: 'cells', phase_rad: 0, transmission: 0.85 },
      { pitch: 1.12, z_mm: 1.5, electrons: 2000 },
    ],
    ['weak phase bars', { kind: 'phase-chart', phase_rad: 0.3 }, { pitch: 3.45, z_mm: 7, electrons: 10_000 }],
    ['strong phase bars', { kind: 'phase-chart' }, { pitch: 1.12, z_mm: 1.5, electrons: 10_000 }],
    ['phase steps', { kind: 'phase-steps' }, { pitch: 1.1, z_mm: 0.3, electrons: 10_000 }],
    ['beads', { kind: 'beads', count: 20, phase_rad: 0.5 }, { pitch: 2.2, z_mm: 1.5, electrons: 2000 }],
    ['cells', { kind: 'cells' }, { pitch: 2.2, z_mm: 1.5, electrons: 10_000 }],
    ['a mixture', { kind: 'mixed' }, { pitch: 1.1, z_mm: 0.8, electrons: 500 }],
  ];
  it.each(cases)('holds the focus of %s to a quarter of the depth of field', (name, object, rig) => {
    const focus = focusOf(hologramOf(object, rig), rig.pitch);
    expect(Math.abs(focus.z - 1000 * rig.z_mm) / focus.depthOfField).toBeLessThan(0.25);
    if (!SMOOTH.includes(name)) expect(focus.doubts).toEqual([]);
    expect(focus.foci[0]!.z).toBe(focus.z);
  });
});

describe('a report', () => {
  it('says which kind of object it is and shows the curves over the range', () => {
    const rig = { pitch: 2.2, z_mm: 1.5, electrons: 5000 };
    const focus = focusOf(hologramOf({ kind: 'phase-steps', phase_rad: 0.6 }, rig), rig.pitch);
    expect(focus.foci[0]!.kind).toBe('phase');
    const [edges] = focus.curves;
    expect(edges!.z_mm[0]).toBeLessThan(0.1);
    expect(edges!.z_mm.at(-1)).toBeGreaterThan(10);
    expect(edges!.best_z_mm).toBeCloseTo(1.5, 1);
    expect(edges!.z_mm).toEqual(edges!.z_mm.toSorted((a, b) => a - b));
  });

  it('names both planes of a sample that has two', () => {
    const near = hologramOf({ kind: 'absorbing-chart' }, { pitch: 2.2, z_mm: 1, electrons: 5000 }, 2, WIDE);
    const far = hologramOf({ kind: 'absorbing-chart' }, { pitch: 2.2, z_mm: 3, electrons: 5000 }, 9, WIDE);
    const samples = near.samples.map((v, k) => (k % WIDE < WIDE / 2 ? v : far.samples[k]!));
    const focus = focusOf({ ...near, samples } as Frame, 2.2, [500, 5000]);
    const planes = focus.foci.map((one) => one.z).sort((a, b) => a - b);
    expect(planes).toHaveLength(2);
    expect(planes[0]).toBeCloseTo(1000, -2);
    expect(planes[1]).toBeCloseTo(3000, -2);
    const right = focus.foci.find((one) => one.z > 2000)!;
    expect(right.where.x + right.where.width).toBeGreaterThan(WIDE / 2);
  });

  it('doubts a focus at an end of the range', () => {
    const rig = { pitch: 2.2, z_mm: 1.5, electrons: 5000 };
    const focus = focusOf(hologramOf({ kind: 'absorbing-chart' }, rig), rig.pitch, [1490, 3000]);
    expect(focus.doubts.join()).toMatch(/end of the search range/);
  });

  it('doubts whatever it finds in noise', () => {
    const focus = focusOf(hologramOf({ kind: 'flat' }, { pitch: 2.2, z_mm: 1, electrons: 2000 }), 2.2);
    expect(focus.doubts.join()).toMatch(/nothing to focus on|no distance stands out/);
  });

  it('of a range behind the sensor has negative distances, of both sides a doubt', () => {
    const rig = { pitch: 2.2, z_mm: 1.5, electrons: 5000 };
    const frame = hologramOf({ kind: 'absorbing-chart' }, rig);
    const behind = focusOf(frame, rig.pitch, [-3000, -500]);
    expect(behind.z / -1500).toBeCloseTo(1, 1);
    expect(behind.curves[0]!.z_mm).toEqual(behind.curves[0]!.z_mm.toSorted((a, b) => a - b));
    const both = focusOf(frame, rig.pitch, [-500, 3000]);
    expect(both.z / 1500).toBeCloseTo(1, 1);
    expect(both.doubts.join()).toMatch(/before or behind/);
  });

  it('comes with progress that only grows', () => {
    const fractions: number[] = [];
    const rig = { pitch: 1.12, z_mm: 1.5, electrons: 2000 };
    focusOf(hologramOf({ kind: 'phase-chart' }, rig), rig.pitch, [100, 10_000], (fraction) => {
      fractions.push(fraction);
    });
    expect(fractions.length).toBeGreaterThan(100);
    expect(fractions).toEqual(fractions.toSorted((x, y) => x - y));
    expect(fractions.at(-1)).toBeLessThanOrEqual(1);
  });

  it('can be cancelled by throwing', () => {
    const rig = { pitch: 2.2, z_mm: 1.5, electrons: 5000 };
    const frame = hologramOf({ kind: 'cells' }, rig);
    const cancel = () => {
      throw new Error('enough');
    };
    expect(() => focusOf(frame, rig.pitch, [100, 10_000], cancel)).toThrow('enough');
  });
});
