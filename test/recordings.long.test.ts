import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder } from '../bench/accuracy/data-folder.ts';
import type { Summary } from '../src/services/archive/summary.ts';
import { recordings, type Recording } from './recording-sets.ts';

const data = dataFolder();
const leith = fileURLToPath(new URL('../bin/leith.mjs', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leith-recordings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run({ folder: set, hologram, background, fields }: Recording): Summary {
  const options = Object.entries(fields).map(([name, value]) => `--${name.replaceAll('_', '-')}=${value}`);
  const blank = background ? ['--background', join(data!, set, background)] : [];
  const zip = join(folder, 'result.zip');
  const args = ['reconstruct', join(data!, set, hologram), ...blank, ...options, '-q', '--json', '-o', zip];
  const { status, stdout, stderr } = spawnSync(process.execPath, [leith, ...args], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const answer = JSON.parse(stdout) as Summary & { readonly summary?: Summary };
  return answer.summary ?? answer;
}

const missing = data ? '' : ' (skipped: no recordings in LEITH_DATA or beside the repository)';

describe.runIf(data)(`whole recordings of other people through the command line${missing}`, () => {
  it.each(recordings)('$folder/$hologram is reconstructed, in focus or in doubt', (recording) => {
    const { metrics, flags } = run(recording);
    const codes = flags.map(({ code }) => code);
    expect(metrics.median_phase_sigma_rad).toBeGreaterThan(0);
    if (recording.flagged) expect(codes).toContain(recording.flagged);
    if (!recording.focus || codes.includes('focus_ambiguous')) return;
    const [z_mm, within] = recording.focus;
    expect(Math.abs((metrics.z_mm as number) - z_mm)).toBeLessThan(within);
  });
});
