/**
 * Distances that are found in recordings of colloidal spheres, against Lorenz–Mie fits by another program, pylorenzmie,
 * which brings recordings and fits (PYTHON names an interpreter that has it): `node bench/accuracy/inline-spheres.ts`.
 * No setting was chosen on these frames.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { markdownTable } from './markdown-table.ts';

interface Recording {
  readonly path: string;
  readonly wavelength_um: number;
  readonly pitch_um: number;
  readonly index: number;
  readonly spheres: readonly { readonly z_um: number; readonly radius_um: number; readonly index: number }[];
}

const python = process.env.PYTHON ?? 'python3';
const script = fileURLToPath(new URL('./inline-spheres.py', import.meta.url));
const peer = spawnSync(python, [script], { encoding: 'utf8' });
const kernels = await loadKernels();

async function row({ path, wavelength_um, pitch_um, index, spheres }: Recording): Promise<string[]> {
  const { frame } = await decodeFrame(readFileSync(path));
  const recipe = parseRecipe({
    ...{ holography_mode: 'inline', wavelength_um, refractive_index_immersion: index },
    ...{ pixel_pitch_um: pitch_um, pixel_pitch_basis: 'object_space', magnification: 100 },
    ...{ z_min_mm: 0.002, z_max_mm: 0.04 },
  });
  const { steps, flags } = reconstruct(kernels, { hologram: frame, background: null }, recipe);
  const { z_mm, sigma_mm, depth_of_field_mm, planes_z_mm } = steps.find(
    ({ name }) => name === 'focus',
  )!.metrics;
  const um = (mm: unknown) => (1000 * (mm as number)).toFixed(2);
  return [
    basename(path),
    spheres
      .map(({ z_um, radius_um, index: n }) => `${z_um.toFixed(2)} (${radius_um.toFixed(2)}, ${n.toFixed(3)})`)
      .join(', '),
    `${um(z_mm)} ± ${um(sigma_mm)}`,
    um(depth_of_field_mm),
    (planes_z_mm as number[]).map(um).join(', '),
    `${flags.filter(({ code }) => code === 'focus_ambiguous').length}`,
  ];
}

if (peer.status !== 0) console.log(`${python} with pylorenzmie was not found: nothing to compare with.`);
else {
  const body: string[][] = [];
  for (const recording of JSON.parse(peer.stdout) as Recording[]) body.push(await row(recording));
  const head = [
    ...['recording', 'spheres by Lorenz–Mie: z (µm), radius (µm), index', 'found (µm)'],
    ...['depth of field (µm)', 'planes (µm)', 'doubts'],
  ];
  console.log(markdownTable(head, body));
}
