/**
 * Whether results are still the same bytes: 20 simulated inputs of every mode through the command line, the SHA-256 of
 * what comes out, compared with `bench/digests.json`.
 * `node bench/digests.ts` compares, `--write` records what comes out now, words name the cases to take.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';

const leith = fileURLToPath(new URL('../bin/leith.mjs', import.meta.url));
const record = new URL('./digests.json', import.meta.url);
const COMPARED = ['data/phase.tif', 'data/phase_uncertainty.tif', 'data/field.npy'];

interface Case {
  readonly simulate: string;
  readonly background?: true;
  readonly reconstruct?: string;
  readonly calibrate?: string;
}

const SMALL = '--width 400 --height 300';
const OFF = `--mode off-axis ${SMALL}`;
const IN = '--mode inline --width 256 --height 256 --pixel-pitch-um 1.67';
const RIG = '--mode inline --width 512 --height 512 --wavelength-um 0.6328 --pixel-pitch-um';

/** Small frames: what is looked at is whether a bit changes, not how good a result is. */
const cases: Readonly<Record<string, Case>> = {
  'off-axis cells': { simulate: `${OFF} --object cells`, reconstruct: '' },
  'off-axis background': {
    simulate: `${OFF} --object beads --z-mm 5 --aberration 2,0:4 --uneven-light 0.4`,
    background: true,
    reconstruct: '--z-mm 5',
  },
  'off-axis focus': {
    simulate: `${OFF} --object absorbing-chart --z-mm 8 --dust 2`,
    reconstruct: '--z-min-mm 4 --z-max-mm 12',
  },
  'off-axis 9 rad': { simulate: `${OFF} --object beads --phase-rad 9 --photoelectrons 300`, reconstruct: '' },
  'off-axis surface': {
    simulate: `${OFF} --object cells --aberration 2,0:6 --aberration 1,2:2`,
    reconstruct: '--phase-background polynomial --sideband conjugate',
  },
  'off-axis native': {
    simulate: `${OFF} --object phase-chart --bit-depth 8`,
    reconstruct: '--output-sampling native --phase-background tilt',
  },
  'off-axis expert': {
    simulate: `${OFF} --object star --carrier -0.2,0.1`,
    reconstruct: '--carrier-cycles-per-px -0.2,0.1 --phase-background none --sample-type reflection',
  },
  'off-axis likelihood': {
    simulate: `${OFF} --object cells --coherence 0.8`,
    reconstruct: '--demodulation likelihood',
  },
  'inline absorbing': { simulate: `${IN} --object absorbing-chart --z-mm 1`, reconstruct: '--z-mm 1' },
  'inline phase': { simulate: `${IN} --object phase-chart --z-mm 0.8`, reconstruct: '--z-mm 0.8' },
  'inline four heights': {
    simulate: `${IN} --object mixed --stack-z-mm 0.8,1,1.2,1.5`,
    reconstruct: '--stack-z-mm 0.8,1,1.2,1.5',
  },
  'inline focus': {
    simulate: `${IN} --object cells --z-mm 1.5`,
    reconstruct: '--z-min-mm 0.5 --z-max-mm 4',
  },
  'inline background': {
    simulate: `${IN} --object beads --z-mm 1.2 --uneven-light 0.3 --dust 3`,
    background: true,
    reconstruct: '--z-mm 1.2',
  },
  'inline plain': {
    simulate: `${IN} --object star --z-mm 1`,
    reconstruct: '--z-mm 1 --phase-retrieval none --phase-background polynomial',
  },
  'grid off-axis': {
    simulate:
      '--target distortion-grid-50um --mode off-axis --width 512 --height 512 --pixel-pitch-um 1.02 --z-mm 1.05 --rotation-deg 7 --aberration 2,0:3',
    calibrate: '--target distortion-grid-50um --mode off-axis --pixel-pitch-um 1 --z-mm 1',
  },
  'usaf inline': {
    simulate: `--target usaf-1951 ${RIG} 1.01 --z-mm 2.05 --rotation-deg 3`,
    calibrate: '--target usaf-1951 --mode inline --pixel-pitch-um 1 --z-mm 2',
  },
  'pinhole off-axis': {
    simulate:
      '--target pinhole-50um --mode off-axis --width 512 --height 512 --pixel-pitch-um 1.01 --z-mm 1.03',
    calibrate: '--target pinhole-50um --mode off-axis --pixel-pitch-um 1 --z-mm 1',
  },
  'ruling inline': {
    simulate: `--target ronchi-50 ${RIG} 1.01 --z-mm 1.02 --rotation-deg 4`,
    calibrate: '--target ronchi-50 --mode inline --pixel-pitch-um 1 --z-mm 1',
  },
  'micrometer inline': {
    simulate: `--target stage-micrometer-100um ${RIG} 1.02 --z-mm 1.03 --rotation-deg 2`,
    calibrate: '--target stage-micrometer-100um --mode inline --pixel-pitch-um 1 --z-mm 1',
  },
  'usaf off-axis': {
    simulate: '--target usaf-1951 --mode off-axis --width 512 --height 512 --pixel-pitch-um 1.01 --z-mm 1.03',
    calibrate: '--target usaf-1951 --mode off-axis --pixel-pitch-um 1 --z-mm 1',
  },
};

function run(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [leith, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`leith ${args.join(' ')}\n${stderr}`);
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
const words = (text: string) => text.split(' ').filter((word) => word !== '');
const pitchOf = (text: string) => /--pixel-pitch-um (\S+)/.exec(text)?.[1] ?? '3.45';

/** What a profile holds but its names and times. */
function measured(profile: string): string {
  const { nominal, corrections, fit, quality, warnings } = JSON.parse(profile) as Record<string, unknown>;
  return JSON.stringify({ nominal, corrections, fit, quality, warnings });
}

function digestsOf({ simulate, background, reconstruct, calibrate }: Case, folder: string): string[] {
  const file = (name: string) => join(folder, name);
  const hologram = file(simulate.includes('stack') ? 'hologram.npy' : 'hologram.tif');
  const blank = background ? ['--background', file('background.tif')] : [];
  run(['simulate', ...words(simulate), '-o', hologram, ...blank]);
  if (calibrate !== undefined) {
    const options = calibrate.includes('--wavelength-um') ? calibrate : `${calibrate} --wavelength-um 0.6328`;
    run(['calibrate', hologram, ...words(options), '-q', '-o', file('rig.json')]);
    return [`profile ${sha256(measured(readFileSync(file('rig.json'), 'utf8')))}`];
  }
  const mode = /--mode \S+/.exec(simulate)![0];
  const optics = `${mode} --wavelength-um 0.6328 --pixel-pitch-um ${pitchOf(simulate)} ${reconstruct}`;
  run(['reconstruct', hologram, ...words(optics), ...blank, '-q', '-o', file('result.zip')]);
  const entries = unzipSync(readFileSync(file('result.zip')), {
    filter: ({ name }) => COMPARED.includes(name),
  });
  return COMPARED.map((name) => `${name.slice(5)} ${sha256(entries[name]!)}`);
}

const chosen = process.argv.slice(2).filter((word) => word !== '--write');
const known = JSON.parse(readFileSync(record, { encoding: 'utf8', flag: 'a+' }) || '{}') as Record<
  string,
  string[]
>;
if (chosen.some((word) => !Object.keys(cases).some((name) => name.includes(word)))) {
  console.error(`no case has such a name; there are: ${Object.keys(cases).join(', ')}`);
  process.exit(2);
}
let different = 0;
for (const [name, each] of Object.entries(cases)) {
  if (chosen.length > 0 && !chosen.some((word) => name.includes(word))) continue;
  const folder = mkdtempSync(join(tmpdir(), 'leith-digests-'));
  try {
    const found = digestsOf(each, folder);
    const same = JSON.stringify(found) === JSON.stringify(known[name]);
    if (!same) different++;
    console.log(`${same ? 'same     ' : 'DIFFERENT'} ${name}: ${found.join(', ')}`);
    if (process.argv.includes('--write')) {
      known[name] = found;
      writeFileSync(record, `${JSON.stringify(known, null, 2)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (!process.argv.includes('--write')) process.exitCode = different > 0 ? 1 : 0;
