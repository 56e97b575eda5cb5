import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { thorough } from '../../../../test/short-form.ts';
import { loadCameraImage } from '../../field/camera.ts';
import type { Frame } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';
import { autofocusInline, type InlineFocus } from './autofocus-inline.ts';
import type { ObjectKind } from './metrics/foci.ts';
import { normaliseInline } from '../../light/normalise-inline.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const WAVELENGTH = 0.6328;
const SIDE = 144;
/** of a frame whose halves show different planes */
const WIDE = 240;
/** of a frame of which not much is asked */
const SMALL = 96;
/** in a frame of this side, light from outside it explains steps more cheaply at five times the distance */
const OUTSIDE = 132;

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
  wavelength = WAVELENGTH,
): InlineFocus {
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const { amplitude, noiseSigma } = normaliseInline(kernels, scope, image, null);
  const sampling = { pitchX: pitch, pitchY: pitch };
  const [fromZ, toZ] = range;
  return autofocusInline(kernels, { amplitude, sampling, wavelength, fromZ, toZ, noiseSigma }, onSample);
}

describe('the default range', () => {
  const cases: [string, SimulationInput['object'], ObjectKind, Rig][] = [
    ['bars that absorb', { kind: 'absorbing-chart' }, 'absorbing', { pitch: 2.2, z_mm: 1, electrons: 2000 }],
    [
      'weak absorbers',
      { kind: 'cells', phase_rad: 0, transmission: 0.85 },
      'absorbing',
      { pitch: 2.2, z_mm: 1.5, electrons: 2000 },
    ],
    [
      'weak phase bars',
      { kind: 'phase-chart', phase_rad: 0.3 },
      'phase',
      { pitch: 3.45, z_mm: 7, electrons: 10_000 },
    ],
    // of this one's fringes 44 px, taken alone, are explained best at half the distance
    ['strong phase bars', { kind: 'phase-chart' }, 'phase', { pitch: 1.12, z_mm: 1.2, electrons: 10_000 }],
    [
      'beads',
      { kind: 'beads', count: 20, phase_rad: 0.5 },
      'phase',
      { pitch: 2.2, z_mm: 1.5, electrons: 2000 },
    ],
    ['cells', { kind: 'cells' }, 'phase', { pitch: 2.2, z_mm: 1.5, electrons: 10_000 }],
  ];
  // a short form: bars whose parts mislead
  const tried = cases.filter((_, k) => thorough || k === 3);
  it.each(tried)('holds the one focus of %s to a quarter of the depth of field', (_, object, kind, rig) => {
    const focus = focusOf(hologramOf(object, rig), rig.pitch);
    expect(Math.abs(focus.z - 1000 * rig.z_mm) / focus.depthOfField).toBeLessThan(0.25);
    expect(focus.doubts).toEqual([]);
    expect(focus.foci).toHaveLength(1);
    expect(focus.foci[0]).toMatchObject({ z: focus.z, kind });
  });
});

describe('a small cell in a large frame', () => {
  it(
    'is not weak where its light is as strong as the beam, so that costs count',
    { tags: 'further/rig' },
    () => {
      const z = 6539;
      const object = { kind: 'cells', phase_rad: 3, transmission: 1, count: 1, size_um: 20 } as const;
      const size = { width_px: 1024, height_px: 768, background: false };
      const rig = { wavelength_um: 0.405, pixel_pitch_um: 3.45, z_mm: z / 1000, photoelectrons: 100_000 };
      const { hologram } = simulate(kernels, { mode: 'inline', object, ...size, ...rig, seed: 108 });
      const focus = focusOf(hologram, rig.pixel_pitch_um, [4500, 7500], () => {}, rig.wavelength_um);
      expect(Math.abs(focus.z - z) / focus.depthOfField).toBeLessThan(0.25);
    },
  );
});

describe('a report', () => {
  it('shows the curves over the range, and progress that only grows', { tags: 'further/rig' }, () => {
    const rig = { pitch: 1.1, z_mm: 0.3, electrons: 10_000 };
    const fractions: number[] = [];
    const frame = hologramOf({ kind: 'phase-steps', phase_rad: 0.6 }, rig, 2, OUTSIDE);
    const focus = focusOf(frame, rig.pitch, [100, 2000], (fraction) => fractions.push(fraction));
    expect(Math.abs(focus.z - 300) / focus.depthOfField).toBeLessThan(0.25);
    const [edges] = focus.curves;
    expect(edges!.z_mm[0]).toBeLessThan(0.1);
    expect(edges!.z_mm.at(-1)).toBeGreaterThan(2);
    expect(edges!.best_z_mm).toBeCloseTo(0.3, 1);
    expect(edges!.z_mm).toEqual(edges!.z_mm.toSorted((a, b) => a - b));
    expect(fractions.length).toBeGreaterThan(100);
    expect(fractions).toEqual(fractions.toSorted((x, y) => x - y));
    expect(fractions.at(-1)).toBeLessThanOrEqual(1);
  });

  it.runIf(thorough)('names both planes of a sample that has two', () => {
    const plane = (z_mm: number, seed: number) =>
      hologramOf({ kind: 'absorbing-chart' }, { pitch: 2.2, z_mm, electrons: 5000 }, seed, WIDE);
    const [near, far] = [plane(0.7, 2), plane(1.7, 9)];
    const samples = near.samples.map((v, k) => (k % WIDE < WIDE / 2 ? v : far.samples[k]!));
    const focus = focusOf({ ...near, samples } as Frame, 2.2, [600, 1900]);
    const planes = focus.foci.map((one) => one.z).sort((a, b) => a - b);
    expect(planes).toHaveLength(2);
    expect(planes[0]! / 1000).toBeCloseTo(0.7, 1);
    expect(planes[1]! / 1000).toBeCloseTo(1.7, 1);
    const right = focus.foci.find((one) => one.z > 1200)!;
    expect(right.where.x + right.where.width).toBeGreaterThan(WIDE / 2);
  });

  // describe-focus.test.ts has both doubts at their bounds
  it.runIf(thorough)('doubts a focus at an end of the range, and gives none beyond it', () => {
    const rig = { pitch: 2.2, z_mm: 1, electrons: 5000 };
    const frame = hologramOf({ kind: 'absorbing-chart' }, rig, 2, SMALL);
    const focus = focusOf(frame, rig.pitch, [1010, 1500]);
    expect(focus.doubts.join()).toMatch(/end of the search range/);
    expect(focus.z).toBeGreaterThanOrEqual(1010);
  });

  it.runIf(thorough)('doubts whatever it finds in noise, and finds it within the range', () => {
    const frame = hologramOf({ kind: 'flat' }, { pitch: 2.2, z_mm: 1, electrons: 2000 }, 2, 80);
    const focus = focusOf(frame, 2.2, [500, 1500]);
    expect(focus.doubts.join()).toMatch(/nothing to focus on|no distance stands out/);
    expect(focus.z).toBeGreaterThanOrEqual(500);
    expect(focus.z).toBeLessThanOrEqual(1500);
  });

  it(
    'of a range behind the sensor has negative distances, of both sides a doubt',
    { tags: 'further/rig' },
    () => {
      const rig = { pitch: 2.2, z_mm: 1, electrons: 5000 };
      const frame = hologramOf({ kind: 'absorbing-chart' }, rig, 3, SMALL);
      const behind = focusOf(frame, rig.pitch, [-1300, -800]);
      expect(behind.z / -1000).toBeCloseTo(1, 1);
      expect(behind.curves[0]!.z_mm).toEqual(behind.curves[0]!.z_mm.toSorted((a, b) => a - b));
      if (!thorough) return;
      const both = focusOf(frame, rig.pitch, [-200, 1200]);
      expect(both.z / 1000).toBeCloseTo(1, 1);
      expect(both.doubts.join()).toMatch(/before or behind/);
    },
  );

  it('can be cancelled by throwing', () => {
    const rig = { pitch: 2.2, z_mm: 1.5, electrons: 5000 };
    const frame = hologramOf({ kind: 'cells' }, rig);
    const cancel = () => {
      throw new Error('enough');
    };
    expect(() => focusOf(frame, rig.pitch, [100, 10_000], cancel)).toThrow('enough');
  });
});
