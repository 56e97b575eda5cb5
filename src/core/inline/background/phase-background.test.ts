import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { thorough } from '../../../../test/short-form.ts';
import type { Frame } from '../../field/frame.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';
import { removePhaseBackground } from './phase-background.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const side = 256;
const pitch = 2.2;
const optics = {
  ...{ rows: side, cols: side, sampling: { pitchX: pitch, pitchY: pitch }, wavelength: 0.532 },
};
/** half a wave across the frame, cycles/µm */
const SLOWEST = 1 / (2 * side * pitch);

type PhaseAt = (x: number, y: number) => number;
const bowl = (height: number): PhaseAt => {
  return (x, y) => height * (x * x + 0.5 * y * y + 0.3 * x);
};
/** −1 … 1 from first to last sample */
const coordinate = (k: number) => (2 * k) / (side - 1) - 1;
/** the sample: a disk of 1 rad that covers a tenth of the frame */
const disk: PhaseAt = (x, y) => ((x - 0.3) * (x - 0.3) + y * y < 0.13 ? 1 : 0);

function fieldOf(scope: Scope, phase: PhaseAt): ComplexPlane {
  const plane = scope.complex(side, side);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  for (let row = 0; row < side; row++)
    for (let col = 0; col < side; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      const angle = phase(coordinate(col), coordinate(row));
      values[at] = 0.9 * Math.cos(angle);
      values[at + TO_IMAGINARY] = 0.9 * Math.sin(angle);
    }
  return plane;
}

/** Largest distance (rad) of the field's phase from what it should be, and of its amplitude from 0.9. */
function worst(plane: ComplexPlane, phase: PhaseAt): { readonly rad: number; readonly amplitude: number } {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  let [rad, amplitude] = [0, 0];
  for (let row = 0; row < side; row++)
    for (let col = 0; col < side; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      const [re, im] = [values[at]!, values[at + TO_IMAGINARY]!];
      const off = Math.atan2(im, re) - phase(coordinate(col), coordinate(row));
      rad = Math.max(rad, Math.abs(Math.atan2(Math.sin(off), Math.cos(off))));
      amplitude = Math.max(amplitude, Math.abs(Math.hypot(re, im) - 0.9));
    }
  return { rad, amplitude };
}

describe('removePhaseBackground', () => {
  it('takes out a smooth phase that the hologram does not record, and nothing else', () => {
    using scope = kernels.scope();
    const plane = fieldOf(scope, (x, y) => bowl(2)(x, y) + disk(x, y));
    const removed = removePhaseBackground(kernels, plane, optics, 6 * SLOWEST, { phase_background: 'auto' });
    expect(removed!.degree).toBe(2);
    const { rad, amplitude } = worst(plane, disk);
    expect(rad).toBeLessThan(0.02);
    expect(amplitude).toBeLessThan(1e-6);
  });

  it('auto leaves what the hologram records, what is small, and a flat phase alone', () => {
    using scope = kernels.scope();
    const recorded = fieldOf(scope, bowl(2));
    expect(
      removePhaseBackground(kernels, recorded, optics, 0.9 * SLOWEST, { phase_background: 'auto' }),
    ).toBeNull();
    expect(worst(recorded, bowl(2)).rad).toBeLessThan(1e-6);
    const small = fieldOf(scope, bowl(0.05));
    expect(
      removePhaseBackground(kernels, small, optics, 6 * SLOWEST, { phase_background: 'auto' }),
    ).toBeNull();
    const flat = fieldOf(scope, disk);
    expect(
      removePhaseBackground(kernels, flat, optics, 6 * SLOWEST, { phase_background: 'auto' }),
    ).toBeNull();
    expect(worst(flat, disk).rad).toBeLessThan(1e-6);
  });

  it('does as it is told: nothing, a tilt, or a polynomial, whatever is recorded', () => {
    using scope = kernels.scope();
    const plane = fieldOf(scope, (x) => 1.5 * x);
    expect(
      removePhaseBackground(kernels, plane, optics, 6 * SLOWEST, { phase_background: 'none' }),
    ).toBeNull();
    expect(removePhaseBackground(kernels, plane, optics, 0, { phase_background: 'tilt' })!.degree).toBe(1);
    expect(worst(plane, () => 0).rad).toBeLessThan(0.01);
    const curved = fieldOf(scope, bowl(0.05));
    expect(
      removePhaseBackground(kernels, curved, optics, 0, { phase_background: 'polynomial' })!.degree,
    ).toBe(2);
    expect(worst(curved, () => 0).rad).toBeLessThan(0.01);
  });
});

describe('phase_background of an inline hologram', () => {
  it('is reported as a step of its own where it was asked for', () => {
    const rig = { wavelength_um: 0.532, pixel_pitch_um: pitch };
    const size = { width_px: 64, height_px: 64 };
    const object = { kind: 'cells' } as const;
    const { hologram } = simulate(kernels, { mode: 'inline', object, ...size, ...rig, z_mm: 1.5 });
    const steps = (phase_background: string) => {
      const recipe = parseRecipe({ holography_mode: 'inline', ...rig, z_mm: 1.5, phase_background });
      return reconstruct(kernels, { hologram, background: null }, recipe).steps.map(({ name }) => name);
    };
    expect(steps('tilt')).toContain('phase background');
    expect(steps('none')).not.toContain('phase background');
  });
});

describe('light that no smooth estimate follows', () => {
  it(
    'is flagged where it turned into broad phase, and not with a background frame',
    { tags: 'further/rig' },
    () => {
      const rig = { wavelength_um: 0.532, pixel_pitch_um: pitch, z_mm: 1.5 };
      const across = thorough ? 192 : 128;
      const size = { width_px: across, height_px: across };
      const spec = { mode: 'inline', object: { kind: 'cells', count: 4 }, ...size, ...rig } as const;
      const simulated = simulate(kernels, spec);
      // fringes of the optics, 40 % of the light, four across the frame
      const fringed = (frame: Frame): Frame => {
        const samples = Float32Array.from(frame.samples, (value, k) => {
          return value * (1 + 0.4 * Math.cos((2 * Math.PI * 4 * (k % across)) / across));
        });
        return { ...frame, samples, bitDepth: 32 };
      };
      const flags = (frame: Frame, background: Frame | null) => {
        const recipe = parseRecipe({ holography_mode: 'inline', ...rig });
        const result = reconstruct(kernels, { hologram: frame, background }, recipe);
        return result.flags.map(({ code }) => code);
      };
      const hologram = fringed(simulated.hologram);
      expect(flags(hologram, null)).toContain('uneven_background');
      expect(flags(hologram, fringed(simulated.background!))).not.toContain('uneven_background');
      expect(flags(simulated.hologram, null)).not.toContain('uneven_background');
    },
  );
});
