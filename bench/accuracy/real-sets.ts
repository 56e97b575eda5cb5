/**
 * Runs every off-axis recording of a folder of other people's holograms (LEITH_DATA, default ../shared/data) through the
 * command line, unpacks the results to bench/out and prints what their reports say:
 * `node bench/accuracy/real-sets.ts [folder name …]`
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import yauzl from 'yauzl';
import type { Flag, Step } from '../../src/core/reconstruction/reconstruction.ts';
import { dataFolder } from './data-folder.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { markdownTable } from './markdown-table.ts';
import { quietestSpread } from './quietest-spread.ts';
import { realSets, type RealSet, type RequestFields } from './real-set.ts';

const out = fileURLToPath(new URL('../out/real', import.meta.url));
const leith = fileURLToPath(new URL('../../bin/leith.mjs', import.meta.url));
const chosen = process.argv.slice(2);

/** The part of the evidence report that the table shows. */
interface Report {
  readonly steps: readonly Step[];
  readonly quality: {
    readonly flags: readonly Flag[];
    readonly metrics: Readonly<Record<string, unknown>>;
  };
}

const figure = (value: unknown, digits: number) => (typeof value === 'number' ? value.toFixed(digits) : '–');

function row(set: RealSet, run: string, { steps, quality }: Report, quiet: number): string[] {
  const { metrics: m, flags } = quality;
  const smooth = steps.find((step) => step.name === 'aberration')?.metrics;
  return [
    `${set.folder}, ${run}`,
    `${figure(m.carrier_x_cycles_per_px, 4)}, ${figure(m.carrier_y_cycles_per_px, 4)}`,
    `${figure(m.measured_bandwidth_cycles_per_px, 3)}, ${figure(m.filter_radius_cycles_per_px, 3)}`,
    figure(m.fringe_visibility, 2),
    figure(m.autocorrelation_overlap, 3),
    figure(m.z_mm, 3),
    `${smooth?.degree ?? '–'} (${figure(smooth?.background_share, 2)})`,
    figure(m.residues, 0),
    `${figure(m.median_phase_sigma_rad, 4)}, ${figure(quiet, 4)}`,
    flags.map((flag) => flag.code).join(', ') || '–',
  ];
}

async function unpack(zip: Uint8Array, folder: string): Promise<void> {
  const archive = await yauzl.fromBufferPromise(zip);
  for await (const entry of archive.eachEntry()) {
    const parts: Uint8Array[] = [];
    for await (const part of await archive.openReadStreamPromise(entry)) parts.push(part);
    mkdirSync(dirname(join(folder, entry.fileName)), { recursive: true });
    writeFileSync(join(folder, entry.fileName), Buffer.concat(parts));
  }
}

async function runOnce(data: string, set: RealSet, run: string, fields: RequestFields): Promise<string[]> {
  const name = `${set.folder} ${run}`.replaceAll('−', 'minus ').replaceAll(/[^a-z0-9.]+/gi, '-');
  const folder = join(out, name);
  const zip = join(folder, 'result.zip');
  mkdirSync(folder, { recursive: true });
  const file = (frame: string) => join(data, set.folder, `${frame}.png`);
  const args = [
    ...['reconstruct', file('hologram'), '-o', zip, '--quiet'],
    ...(set.background ? ['--background', file('background')] : []),
    ...Object.entries(fields).map(([field, value]) => `--${field.replaceAll('_', '-')}=${value}`),
  ];
  const ended = spawnSync(process.execPath, [leith, ...args], { encoding: 'utf8' });
  if (ended.status !== 0) return [`${set.folder}, ${run}`, `refused: ${ended.stderr.trim()}`];
  await unpack(readFileSync(zip), folder);
  const report = JSON.parse(readFileSync(join(folder, 'data', 'evidence.json'), 'utf8')) as Report;
  const { frame } = await decodeFrame(readFileSync(join(folder, 'data', 'phase.tif')));
  return row(set, run, report, quietestSpread(frame.samples, frame.height, frame.width));
}

const data = dataFolder();
if (!data) {
  console.log('No folder of recordings found: set LEITH_DATA to one.');
} else {
  const body: string[][] = [];
  for (const set of realSets) {
    if (chosen.length > 0 && !chosen.includes(set.folder)) continue;
    for (const [run, fields] of Object.entries(set.runs)) body.push(await runOnce(data, set, run, fields));
  }
  const head = [
    'recording and request',
    'carrier (cycles/px)',
    'bandwidth, filter radius (cycles/px)',
    'visibility',
    'overlap with autocorrelation',
    'z (mm)',
    'degree removed (background share)',
    'residues',
    'median σ, spread in the quietest tiles (rad)',
    'flags',
  ];
  console.log(markdownTable(head, body));
}
