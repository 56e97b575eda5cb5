// @module-tag further/rig
import { expect, it } from 'vitest';
import { freshKernels } from '../../test/load-kernels.ts';
import type { Kernels } from './kernel/kernels.ts';
import { parseRecipe } from './recipe/recipe.ts';
import { reconstruct } from './reconstruct.ts';
import { simulate } from './simulate/simulate.ts';
import type { SimulationInput } from './simulate/simulation-spec.ts';

const offAxis = { wavelength_um: 0.6328, pixel_pitch_um: 3.45, holography_mode: 'off-axis' };
const inline = { wavelength_um: 0.6328, pixel_pitch_um: 1.67, holography_mode: 'inline' };
/** Sides that are no multiple of 4, so that every plane has room past its columns. */
const cases: Readonly<Record<string, readonly [SimulationInput, object]>> = {
  'off-axis, with a background frame, in search of the focus': [
    { mode: 'off-axis', object: { kind: 'absorbing-chart' }, z_mm: 8 },
    { ...offAxis, z_min_mm: 4, z_max_mm: 12 },
  ],
  'off-axis, overlapping sidebands': [
    {
      ...{ mode: 'off-axis', object: { kind: 'cells' }, z_mm: 0 },
      ...{ carrier_cycles_per_px: [0.12, 0.09], pupil_radius_cycles_per_px: 0.1 },
    },
    { ...offAxis, z_mm: 0 },
  ],
  'off-axis by likelihood, at native sampling': [
    { mode: 'off-axis', object: { kind: 'cells' }, z_mm: 0, coherence: 0.8, bit_depth: 12 },
    { ...offAxis, z_mm: 0, demodulation: 'likelihood', output_sampling: 'native' },
  ],
  'in-line': [
    {
      ...{ mode: 'inline', object: { kind: 'phase-chart' }, z_mm: 0.8, pixel_pitch_um: 1.67 },
      ...{ width_px: 93, height_px: 87 },
    },
    { ...inline, z_mm: 0.8 },
  ],
};

/** Whatever is allocated from now on holds NaN, and −1 where integers are. */
function spoilMemory({ wasm }: Kernels): void {
  const { allocate, memory } = wasm;
  Object.assign(wasm, {
    allocate: (bytes: Parameters<typeof allocate>[0]) => {
      const at = allocate(bytes);
      new Uint8Array(memory.buffer, at, bytes).fill(255);
      return at;
    },
  });
}

// the fringes' second harmonic was read past the columns of its part of the frame: a flag said so of frames of 286 px, and not always
it.each(Object.entries(cases))(
  'no result depends on what memory held before: %s',
  async (_, [input, fields]) => {
    const found = [];
    for (const isSpoilt of [false, true]) {
      const kernels = await freshKernels();
      const frames = simulate(kernels, { width_px: 133, height_px: 117, background: true, ...input });
      if (isSpoilt) spoilMemory(kernels);
      const background = 'z_min_mm' in fields && input.mode === 'off-axis' ? frames.background : null;
      const { phase, phase_uncertainty, amplitude, ...rest } = reconstruct(
        kernels,
        { hologram: frames.hologram, background },
        parseRecipe(fields as Parameters<typeof parseRecipe>[0]),
      );
      const { flags, steps, uncertainty } = rest;
      const maps = [phase, phase_uncertainty, amplitude].map(({ data }) => data);
      found.push({ maps, flags, steps, uncertainty });
    }
    expect(found[1]).toEqual(found[0]);
  },
);
