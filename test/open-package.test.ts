// @module-tag further/others
import { loadKernels } from './load-kernels.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beadReconstruction, packageContext } from '../src/formats/package/bead-reconstruction.fixture.ts';
import { buildPackage } from '../src/formats/package/build-package.ts';

const kernels = await loadKernels();

const clients = fileURLToPath(new URL('../examples/clients/', import.meta.url));
const imageJ = '/usr/share/java/ij.jar';
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const hasOctave = has('octave-cli', '--version');
const hasImageJ =
  existsSync(imageJ) && has('java', '-version') && has('which', 'xvfb-run') && has('unzip', '-v');
const unless = (there: boolean, name: string) => (there ? '' : ` (not run: there is no ${name} here)`);

const [rows, columns] = [48, 80];
const made = beadReconstruction(rows, columns, { height: true });
const at = (x: number, y: number) => made.phase.data[y * columns + x]!;
let folder: string;
let zip: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leith-open-'));
  zip = join(folder, 'result.zip');
  writeFileSync(zip, Buffer.concat((await buildPackage(kernels, made, packageContext())).chunks));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: folder };
  return spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', timeout: 100_000 });
}

describe.runIf(hasOctave)(`open_package.m${unless(hasOctave, 'Octave')}`, () => {
  it('reads maps, field, sizes and report, of the ZIP and of a folder', () => {
    const program = `addpath('${clients}');
      r = open_package('${zip}');
      printf('%s %d %d %.6f %.6f\\n', class(r.phase_rad), size(r.phase_rad), r.phase_rad(1, 80), r.phase_rad(31, 7));
      printf('%d %d\\n', iscomplex(r.field), all(abs(angle(r.field(:) .* exp(-1i * r.phase_rad(:)))) < 1e-6));
      printf('%.5f %.5f %.5f\\n', r.pixel_size_um.x, r.x_um(1), r.y_um(48));
      printf('%d %d %.3f\\n', isempty(r.phase_noise_rad), isempty(r.height_nm), r.uncertainty_rad(1, 1));
      again = open_package(r.folder);
      printf('%d %s\\n', isequal(again.amplitude, r.amplitude), again.evidence.evidence_report_id);`;
    writeFileSync(join(folder, 'program.m'), program);
    const { stdout, stderr, status } = run('octave-cli', ['--no-gui', '--quiet', 'program.m']);
    expect(status, stderr).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      `single 48 80 ${at(79, 0).toFixed(6)} ${at(6, 30).toFixed(6)}`,
      '1 1',
      `${(0.1725).toFixed(5)} ${(0.1725 / 2).toFixed(5)} ${(47.5 * 0.1725).toFixed(5)}`,
      `1 0 ${made.phase_uncertainty.data[0]!.toFixed(3)}`,
      `1 ${packageContext().evidence_report_id}`,
    ]);
  });
});

describe.runIf(hasImageJ)(`open_package.ijm${unless(hasImageJ, 'ImageJ')}`, () => {
  it('opens the maps with their pixel size, and selects what stands out of the uncertainty', () => {
    // what is open at the end, and what the selection of the phase holds
    const after = `
      print(nImages);
      selectWindow("phase");
      print(d2s(getPixel(79, 0), 6) + " " + d2s(getPixel(6, 30), 6));
      getStatistics(area);
      print("selected " + area);`;
    const macro = readFileSync(join(clients, 'open_package.ijm'), 'utf8');
    writeFileSync(join(folder, 'macro.ijm'), macro + after);
    const java = ['java', '-cp', imageJ, 'ij.ImageJ', '-batch', join(folder, 'macro.ijm'), zip];
    // in batch mode the log goes to standard output
    const { stdout, stderr, status } = run('xvfb-run', ['-a', ...java]);
    expect(status, stderr).toBe(0);
    const log = stdout.trim().split('\n');
    expect(log, stderr).toHaveLength(7);
    const size = /^phase: 80 x 48 pixels of 0\.1725 x 0\.1725 \S+$/;
    const selected = /^sample: (\S+) \S+ stand out of the uncertainty$/.exec(log[3]!)!;
    const standing = made.phase.data.filter(
      (phase, i) => Math.abs(phase) / made.phase_uncertainty.data[i]! >= 5,
    );
    expect(log[0]).toMatch(size);
    expect(Number(selected[1])).toBeCloseTo(standing.length * 0.1725 ** 2, 2);
    // five maps and the ratio
    expect(log.slice(4, 6)).toEqual(['6', `${at(79, 0).toFixed(6)} ${at(6, 30).toFixed(6)}`]);
    expect(log[6]).toBe(`selected ${selected[1]}`);
  });
});
