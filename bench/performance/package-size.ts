/**
 * How large a package is with all of its maps and with some, at either sampling: `node bench/performance/package-size.ts`.
 * The example of this repository, and recordings of other people where there are any.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../accuracy/data-folder.ts';
import { markdownTable } from '../accuracy/markdown-table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const data = dataFolder();
const recorded = (name: string) => join(data ?? '', name, 'hologram.png');
const frames = [
  ['simulated beads, 768²', join(root, 'examples/off-axis.png'), '0.6328', '3.45'],
  ['red-blood-cells-40x, 1280 × 960', recorded('red-blood-cells-40x'), '0.633', '3.75'],
  ['usaf-lensless-405nm, 1024²', recorded('usaf-lensless-405nm'), '0.405', '3.45'],
  ['cells-532nm, 1024²', recorded('cells-532nm'), '0.532', '2.4'],
] as const;
const PAIR = 'phase,phase_uncertainty';
const columns = [
  ['all', []],
  ['phase and uncertainty', ['--outputs', PAIR]],
  ['phase', ['--outputs', 'phase']],
  ['native, all', ['--output-sampling', 'native']],
  ['native, phase and uncertainty', ['--output-sampling', 'native', '--outputs', PAIR]],
  ['native, phase', ['--output-sampling', 'native', '--outputs', 'phase']],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'leith-bench-size-'));
try {
  const rows = frames
    .filter(([, file]) => existsSync(file))
    .map(([name, file, wavelength, pitch]) => {
      const sizes = columns.map(([, asked]) => sizeOf(file, wavelength, pitch, asked));
      const shown = sizes.map((size) => `${(size / 1e6).toFixed(2)} (${(sizes[0]! / size).toFixed(1)})`);
      return [name, ...shown];
    });
  console.log('MB, and how many times smaller than all maps at full sampling.\n');
  console.log(markdownTable(['frame', ...columns.map(([title]) => title)], rows));
} finally {
  rmSync(folder, { recursive: true });
}

function sizeOf(file: string, wavelength: string, pitch: string, asked: readonly string[]): number {
  const zip = join(folder, 'result.zip');
  const rig = ['--mode', 'off-axis', '--wavelength-um', wavelength, '--pixel-pitch-um', pitch];
  const args = [join(root, 'bin/leith.mjs'), 'reconstruct', file, ...rig, ...asked, '-q', '-o', zip];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return statSync(zip).size;
}
