/**
 * Distances and phases that are found in recordings of colloidal spheres, against Lorenz–Mie fits by another program, pylorenzmie,
 * which brings recordings and fits (PYTHON names an interpreter that has it): `node bench/accuracy/inline-spheres.ts [distances | phases]`.
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
import { partOf } from './recorded.ts';

interface Recording {
  readonly path: string;
  readonly wavelength_um: number;
  readonly pitch_um: number;
  readonly index: number;
  readonly spheres: readonly Sphere[];
}

interface Sphere {
  readonly x_px: number;
  readonly y_px: number;
  readonly z_um: number;
  readonly radius_um: number;
  readonly index: number;
}

const python = process.env.PYTHON ?? 'python3';
const script = fileURLToPath(new URL('./inline-spheres.py', import.meta.url));
const peer = spawnSync(python, [script], { encoding: 'utf8' });
const kernels = await loadKernels();

const fieldsOf = ({ wavelength_um, pitch_um, index }: Recording) => ({
  ...{ holography_mode: 'inline', wavelength_um, refractive_index_immersion: index },
  ...{ pixel_pitch_um: pitch_um, pixel_pitch_basis: 'object_space', magnification: 100 },
});

async function row(recording: Recording): Promise<string[]> {
  const { path, spheres } = recording;
  const { frame } = await decodeFrame(readFileSync(path));
  const recipe = parseRecipe({ ...fieldsOf(recording), z_min_mm: 0.002, z_max_mm: 0.04 });
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

/** px along a side of the part of a frame around a sphere */
const PART = 390;
/** No bead in water has more; where the other program's fit says so, it has not found the sphere. */
const DENSEST = 1.65;
/** Of its radius: the rim is blurred by what the lens lets through. */
const INNER = 0.6;

/** What a sphere's phase comes out as in a part of the frame around it, and what light through its middle is delayed by. */
async function phaseRow(recording: Recording, sphere: Sphere, camera_gamma?: number): Promise<string[]> {
  const { frame } = await decodeFrame(readFileSync(recording.path));
  const from = (at: number, side: number) =>
    Math.max(0, Math.min(side - PART, Math.round(at) - Math.floor(PART / 2)));
  const [x, y] = [from(sphere.x_px, frame.width), from(sphere.y_px, frame.height)];
  const hologram = partOf(frame, [x, y, PART, PART]);
  const recipe = parseRecipe({ ...fieldsOf(recording), z_mm: sphere.z_um / 1000, camera_gamma });
  const { phase, phase_uncertainty, cols } = reconstruct(kernels, { hologram, background: null }, recipe);
  const radius = sphere.radius_um / recording.pitch_um;
  let [n, found, true_, sigma, off] = [0, 0, 0, 0, 0];
  phase.data.forEach((value, at) => {
    const [dx, dy] = [(at % cols) + x - sphere.x_px, Math.floor(at / cols) + y - sphere.y_px];
    const across = (dx * dx + dy * dy) / (radius * radius);
    if (across > INNER * INNER) return;
    const path = 2 * sphere.radius_um * Math.sqrt(1 - across);
    const delay = ((2 * Math.PI) / recording.wavelength_um) * (sphere.index - recording.index) * path;
    n += 1;
    found += value;
    true_ += delay;
    sigma += phase_uncertainty.data[at]! ** 2;
    off += ((value - delay) / phase_uncertainty.data[at]!) ** 2;
  });
  return [
    ...[basename(recording.path), sphere.z_um.toFixed(2), camera_gamma ? 'stated: 1' : 'not stated'],
    ...[(true_ / n).toFixed(2), (found / n).toFixed(2), Math.sqrt(sigma / n).toFixed(2)],
    Math.sqrt(off / n).toFixed(2),
  ];
}

async function distances(recordings: readonly Recording[]): Promise<void> {
  const body: string[][] = [];
  for (const recording of recordings) body.push(await row(recording));
  const head = [
    ...['recording', 'spheres by Lorenz–Mie: z (µm), radius (µm), index', 'found (µm)'],
    ...['depth of field (µm)', 'planes (µm)', 'doubts'],
  ];
  console.log(markdownTable(head, body));
}

async function phases(recordings: readonly Recording[]): Promise<void> {
  const body: string[][] = [];
  for (const recording of recordings)
    for (const sphere of recording.spheres.filter(({ index }) => index < DENSEST))
      for (const gamma of [undefined, 1]) body.push(await phaseRow(recording, sphere, gamma));
  const head = [
    ...['recording', 'z (µm)', 'gamma', 'phase by Lorenz–Mie (rad)', 'phase that is found (rad)'],
    ...['σ (rad)', 'error / σ'],
  ];
  console.log(markdownTable(head, body));
}

if (peer.status !== 0) console.log(`${python} with pylorenzmie was not found: nothing to compare with.`);
else {
  const recordings = JSON.parse(peer.stdout) as Recording[];
  if (process.argv[2] !== 'phases') await distances(recordings);
  if (process.argv[2] !== 'distances') await phases(recordings);
}
