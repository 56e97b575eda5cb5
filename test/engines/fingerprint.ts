import { Kernels } from '../../src/core/kernel/kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';

/** FNV-1a over the bytes of every map of a reconstruction: any bit that differs changes it. */
function digest(maps: readonly Float32Array[]): string {
  let hash = 0x811c9dc5;
  for (const map of maps) {
    for (const byte of new Uint8Array(map.buffer, map.byteOffset, map.byteLength)) {
      hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    }
  }
  return hash.toString(16).padStart(8, '0');
}

/** Simulates holograms and reconstructs them: one line per case, the same on every engine. */
export async function fingerprint(wasm: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const kernels = await Kernels.load(wasm);
  const cases = [
    { object: { kind: 'cells' as const }, width_px: 130, height_px: 102, z_mm: 0 },
    { object: { kind: 'beads' as const, phase_rad: 9 }, width_px: 128, height_px: 128, z_mm: 4 },
    { object: { kind: 'absorbing-chart' as const }, width_px: 150, height_px: 126, z_mm: 8 },
  ];
  return cases.map((input) => {
    const simulation = simulate(kernels, { mode: 'off-axis', ...input, uneven_light: 0.3, dust: 2 });
    const recipe = parseRecipe({
      holography_mode: 'off-axis',
      wavelength_um: 0.6328,
      pixel_pitch_um: 3.45,
      ...(input.z_mm === 8 ? { z_min_mm: 4, z_max_mm: 12 } : { z_mm: input.z_mm }),
    });
    const { hologram } = simulation;
    const background = input.z_mm === 4 ? simulation.background : null;
    const result = reconstruct(kernels, { hologram, background }, recipe);
    const maps = [
      result.phase,
      result.phase_wrapped,
      result.amplitude,
      result.phase_uncertainty,
      result.field,
    ];
    return `${input.object.kind} ${digest(maps.map((map) => map.data))} ${result.metrics['z_mm']}`;
  });
}
