/**
 * Whether a camera's gamma is found in holograms of another program, Lorenz–Mie ones of pylorenzmie (PYTHON names an interpreter
 * that has it and Pillow): `node bench/accuracy/inline-gamma-spheres.ts [seed]`. Nothing was chosen on them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { markdownTable } from './markdown-table.ts';

interface Made {
  readonly z_um: number;
  readonly pitch_um: number;
  readonly frames: readonly {
    readonly path: string;
    readonly radius_um: number;
    readonly index: number;
    readonly gamma: number;
    readonly places: readonly (readonly [x: number, y: number])[];
  }[];
}

/** px about the middle of a sphere in which its phase is most */
const AROUND = 4;
const kernels = await loadKernels();
const folder = mkdtempSync(join(tmpdir(), 'leith-'));
const script = fileURLToPath(new URL('./inline-gamma-spheres.py', import.meta.url));
const seed = process.argv[2] ?? '1011001';
const peer = spawnSync(process.env.PYTHON ?? 'python3', [script, folder, seed], { encoding: 'utf8' });

async function row({ z_um, pitch_um }: Made, of: Made['frames'][number]): Promise<string[]> {
  const { frame } = await decodeFrame(readFileSync(of.path));
  const recipe = parseRecipe({
    ...{ holography_mode: 'inline', wavelength_um: 0.532, refractive_index_immersion: 1.34 },
    ...{ pixel_pitch_um: pitch_um, pixel_pitch_basis: 'object_space', magnification: 34.5 },
    z_mm: z_um / 1000,
  });
  const { phase, phase_uncertainty, cols, steps, flags } = reconstruct(
    kernels,
    { hologram: frame, background: null },
    recipe,
  );
  const most = of.places.map(([x, y]) => {
    let at = y * cols + x;
    for (let dy = -AROUND; dy <= AROUND; dy += 1)
      for (let dx = -AROUND; dx <= AROUND; dx += 1) {
        const i = (y + dy) * cols + x + dx;
        if (phase.data[i]! > phase.data[at]!) at = i;
      }
    return `${phase.data[at]!.toFixed(2)} ± ${phase_uncertainty.data[at]!.toFixed(2)}`;
  });
  const response = steps.find(({ name }) => name === 'camera response')?.metrics;
  const number = (value: unknown) => Number(value).toFixed(2);
  return [
    `${of.radius_um}, ${of.index}`,
    `${of.gamma}`,
    response ? `${number(response['best_power'])}${response['power'] === 1 ? ', in doubt' : ''}` : '–',
    most.join(', '),
    flags
      .filter(({ level }) => level !== 'info')
      .map(({ code }) => code)
      .join(', ') || '–',
  ];
}

if (peer.status !== 0) console.log('No Python with pylorenzmie was found: nothing to compare with.');
else {
  const made = JSON.parse(peer.stdout) as Made;
  const body: string[][] = [];
  for (const one of made.frames) body.push(await row(made, one));
  const head = ['radius (µm), index', 'gamma', 'found', 'phase of the three (rad)', 'flags'];
  console.log(`Seed ${seed}.\n`);
  console.log(markdownTable(head, body));
}
rmSync(folder, { recursive: true });
