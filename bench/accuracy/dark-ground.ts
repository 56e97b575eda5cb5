/**
 * Shapes that are bright on a dark ground, simulated by another program, HoloGen 0.1.0 (PYTHON names an interpreter that has it and
 * NumPy): `node bench/accuracy/dark-ground.ts [seeds]`. The rules were chosen on seed 5, nothing on seed 77.
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
import { markdownTable, median } from './markdown-table.ts';
import { percent } from './sigma-score.ts';

interface Simulated {
  readonly pitch_um: number;
  readonly wavelength_um: number;
  readonly frames: readonly Frame[];
}

interface Frame {
  readonly name: string;
  readonly seed: number;
  readonly z_mm: number;
  readonly ground: 'dark' | 'bright';
}

interface Score {
  readonly correlation: number;
  /** of the bright pixels: the share that is known, and of these error / σ and the share within 2 σ */
  readonly known: number;
  readonly ratio: number;
  readonly within: number;
}

/** Pixels left out at each edge. */
const BORDER = 40;
const seeds = process.argv.length > 2 ? process.argv.slice(2) : ['5', '77'];
const folder = mkdtempSync(join(tmpdir(), 'dark-ground-'));
const script = fileURLToPath(new URL('./dark-ground.py', import.meta.url));
const python = process.env.PYTHON ?? 'python3';
const peer = spawnSync(python, [script, folder, ...seeds], { encoding: 'utf8' });
const kernels = await loadKernels();

/** What NumPy saves of doubles: 64-bit floats after a header whose length stands in it. */
function truthOf(name: string): Float64Array {
  const bytes = readFileSync(join(folder, `${name}-truth.npy`));
  return new Float64Array(Uint8Array.from(bytes.subarray(10 + bytes.readUInt16LE(8))).buffer);
}

async function score({ name, z_mm }: Frame, { pitch_um, wavelength_um }: Simulated): Promise<Score> {
  const { frame } = await decodeFrame(readFileSync(join(folder, `${name}.npy`)));
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um: pitch_um, magnification: 1, z_mm },
  });
  const found = reconstruct(kernels, { hologram: { ...frame, bitDepth: 12 }, background: null }, recipe);
  const truth = truthOf(name);
  const { phase, phase_uncertainty: sigma, rows, cols } = found;
  const inside = (at: number) =>
    Math.min(at % cols, cols - 1 - (at % cols), Math.floor(at / cols), rows - 1 - Math.floor(at / cols)) >=
    BORDER;
  const lit = [...truth.keys()].filter((at) => truth[at]! > 0.5 && inside(at));
  const known = lit.filter((at) => sigma.data[at]! < 1);
  const middle = known.length > 0 ? median(known.map((at) => phase.data[at]!)) : 0;
  const shares = known.map((at) => (phase.data[at]! - middle) / sigma.data[at]!);
  return {
    correlation: correlationOf(found.amplitude.data, truth),
    known: known.length / lit.length,
    ratio: Math.sqrt(shares.reduce((sum, s) => sum + s * s, 0) / Math.max(1, shares.length)),
    within: shares.filter((s) => Math.abs(s) < 2).length / Math.max(1, shares.length),
  };
}

function correlationOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let k = 0; k < b.length; k += 1) {
    sa += a[k]!;
    sb += b[k]!;
    aa += a[k]! * a[k]!;
    bb += b[k]! * b[k]!;
    ab += a[k]! * b[k]!;
  }
  const n = b.length;
  return (ab - (sa * sb) / n) / Math.sqrt((aa - (sa * sa) / n) * (bb - (sb * sb) / n));
}

if (peer.status !== 0) console.log(`${python} with hologen was not found: nothing to compare with.`);
else {
  const simulated = JSON.parse(peer.stdout) as Simulated;
  const groups = new Map<string, Score[]>();
  for (const frame of simulated.frames) {
    const key = `${frame.seed}|${frame.ground}|${frame.z_mm}`;
    groups.set(key, [...(groups.get(key) ?? []), await score(frame, simulated)]);
  }
  const span = (values: readonly number[], digits: number) =>
    `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
  const body = [...groups].map(([key, scores]) => [
    ...key.split('|'),
    `${scores.length}`,
    span(
      scores.map(({ correlation }) => correlation),
      2,
    ),
    percent(Math.min(...scores.map(({ known }) => known))),
    median(scores.map(({ ratio }) => ratio)).toFixed(2),
    span(
      scores.map(({ ratio }) => ratio),
      2,
    ),
    percent(Math.min(...scores.map(({ within }) => within))),
  ]);
  const head = [
    'seed',
    'ground',
    'z (mm)',
    'frames',
    'amplitude, correlation with the truth',
    'known, at least',
  ];
  console.log(markdownTable([...head, 'error / σ, median', 'single frames', 'within 2 σ, at least'], body));
}
rmSync(folder, { recursive: true });
