import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Problem } from '../../core/problem.ts';
import { completeSpec } from '../../core/simulate/simulation-spec.ts';
import { simulate, type Simulation } from '../../core/simulate/simulate.ts';
import { cramerRaoLimit, linearPhaseLimit } from '../../core/uncertainty/phase-limits.ts';
import { encodeFrame, type FrameFormat } from '../../formats/encode/frame.ts';
import { encodeTruth } from '../../formats/encode/truth.ts';
import { loadKernels } from '../load-kernels.ts';
import { help } from './simulate-help.ts';
import { asOptionProblem, simulateOptions, type SimulateOptions } from './simulate-options.ts';

interface Io {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

const formatsByExtension: Record<string, FrameFormat> = {
  '.png': 'png',
  '.tif': 'tif',
  '.tiff': 'tif',
  '.npy': 'npy',
};

export const command = {
  name: 'simulate',
  summary: 'make a hologram whose truth is known',
  help,
  /** @returns the exit code: 0 done, 2 the arguments are wrong (all problems are listed) */
  async run(args: string[], io: Io): Promise<number> {
    const options = simulateOptions(args);
    if (options === 'help') {
      io.stdout.write(help);
      return 0;
    }
    const problems = 'problems' in options ? options.problems : problemsOf(options);
    if (problems.length > 0 || 'problems' in options) {
      io.stderr.write(
        `${problems.map((problem) => `leith simulate: ${problem}\n`).join('')}See leith simulate --help\n`,
      );
      return 2;
    }
    const simulation = simulate(await loadKernels(), options.input);
    await write(simulation, options);
    io.stdout.write(summaryOf(simulation, options));
    return 0;
  },
};

/** Everything that would stop the simulation, found before any work is done. */
function problemsOf(options: SimulateOptions): string[] {
  const problems = fileProblems(options);
  try {
    completeSpec(options.input);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problems.push(...error.errors.map(asOptionProblem));
  }
  return problems;
}

function fileProblems({ input, output, background, truth }: SimulateOptions): string[] {
  const problems: string[] = [];
  for (const [option, path] of [['output', output] as const, ['background', background] as const]) {
    if (path === undefined) continue;
    const format = formatsByExtension[extname(path).toLowerCase()];
    if (!format) problems.push(`--${option} is "${path}"; its name ends in .png, .tif, .tiff or .npy`);
    else if (format === 'png' && input.bit_depth === 32) {
      problems.push(`--${option} is "${path}"; PNG holds no float samples: use .tif or .npy`);
    }
  }
  if (truth !== undefined && extname(truth).toLowerCase() !== '.npz') {
    problems.push(`--truth is "${truth}"; its name ends in .npz`);
  }
  const paths = [output, background, truth].filter((path) => path !== undefined);
  if (new Set(paths).size < paths.length)
    problems.push('--output, --background and --truth name the same file');
  return problems;
}

async function write(
  { hologram, background, truth, spec }: Simulation,
  options: SimulateOptions,
): Promise<void> {
  const format = (path: string) => formatsByExtension[extname(path).toLowerCase()]!;
  const frame = (path: string, from: typeof hologram) => encodeFrame(from, format(path), spec.pixel_pitch_um);
  await writeFile(options.output, await frame(options.output, hologram));
  if (options.background !== undefined) {
    await writeFile(options.background, await frame(options.background, background!));
  }
  if (options.truth !== undefined) await writeFile(options.truth, await encodeTruth(truth));
}

function summaryOf(
  { spec, truth }: Simulation,
  { output, background, truth: truthPath }: SimulateOptions,
): string {
  const depth = spec.bit_depth === 32 ? 'float32' : `${spec.bit_depth} bit`;
  const lines = [
    `${output}: ${spec.object.kind}, ${spec.mode}, ${spec.width_px} × ${spec.height_px}, ${depth}, seed ${spec.seed}`,
    `wavelength ${spec.wavelength_um} µm, pixel pitch ${spec.pixel_pitch_um} µm, z ${spec.z_mm} mm`,
  ];
  if (background !== undefined) lines.push(`${background}: the same without the sample`);
  if (truthPath !== undefined) lines.push(`${truthPath}: the truth`);
  if (truth.visibility !== null && truth.visibility > 0 && spec.photon_noise) {
    const [n, v, eta] = [truth.photoelectrons, truth.visibility, truth.eta];
    const step = spec.bit_depth === 32 ? 0 : 1 / truth.gain;
    const linear = linearPhaseLimit(n, v, eta, spec.read_noise_electrons, step);
    const mrad = (rad: number) => (1000 * rad).toFixed(2);
    lines.push(
      `phase noise: ${mrad(linear)} mrad by linear demodulation without a background frame, ` +
        `${mrad(cramerRaoLimit(n, v, eta))} mrad at best (Cramér–Rao, photon noise alone)`,
    );
  }
  return `${lines.join('\n')}\n`;
}
