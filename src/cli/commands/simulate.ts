import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Problem } from '../../core/problem/problem.ts';
import type { Frame } from '../../core/field/frame.ts';
import type { PlacedTarget } from '../../core/simulate/place-target.ts';
import { completeSpec, type SimulationSpec } from '../../core/simulate/simulation-spec.ts';
import { simulate, type Simulation } from '../../core/simulate/simulate.ts';
import { cramerRaoLimit, linearPhaseLimit } from '../../core/uncertainty/phase-limits.ts';
import { encodeFrame, encodeStack, type FrameFormat } from '../../formats/encode/frame.ts';
import { encodeTruth } from '../../formats/encode/truth.ts';
import { outputProblems } from '../outputs.ts';
import { loadKernels } from '../load-kernels.ts';
import { sayWrong } from '../with-options.ts';
import { simulateHelp } from './simulate-help.ts';
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

export const simulateCommand = {
  name: 'simulate',
  summary: 'make a hologram whose truth is known',
  help: simulateHelp,
  /** @returns the exit code: 0 done, 2 the arguments are wrong (all problems are listed) */
  async execute(args: string[], io: Io): Promise<number> {
    const options = simulateOptions(args);
    if (options === 'help') {
      io.stdout.write(simulateHelp);
      return 0;
    }
    const problems = 'problems' in options ? options.problems : problemsOf(options);
    if (problems.length > 0 || 'problems' in options) return sayWrong(io, 'simulate', problems);
    const unwritable = await outputProblems([options.output, options.background, options.truth]);
    if (unwritable.length > 0) return sayWrong(io, 'simulate', unwritable);
    const kernels = await loadKernels();
    const [z_mm, ...further] = options.stack ?? [];
    const simulation = simulate(kernels, { ...options.input, ...(z_mm !== undefined && { z_mm }) });
    const others = further.map(
      (z, k) => simulate(kernels, { ...options.input, z_mm: z, exposure: k + 1, background: false }).hologram,
    );
    await write(simulation, others, options);
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
  others: readonly Frame[],
  options: SimulateOptions,
): Promise<void> {
  const format = (path: string) => formatsByExtension[extname(path).toLowerCase()]!;
  const frame = (path: string, from: typeof hologram) => encodeFrame(from, format(path), spec.pixel_pitch_um);
  const file = others.length > 0 ? encodeStack([hologram, ...others]) : await frame(options.output, hologram);
  await writeFile(options.output, file);
  if (options.background !== undefined) {
    await writeFile(options.background, await frame(options.background, background!));
  }
  if (options.truth !== undefined) await writeFile(options.truth, await encodeTruth(truth));
}

function summaryOf(
  { spec, truth }: Simulation,
  { output, background, truth: truthPath, stack }: SimulateOptions,
): string {
  const depth = spec.bit_depth === 32 ? 'float32' : `${spec.bit_depth} bit`;
  const lines = [
    `${output}: ${spec.target?.target_id ?? spec.object.kind}, ${spec.mode}, ${spec.width_px} × ${spec.height_px}, ${depth}, seed ${spec.seed}`,
    `wavelength ${spec.wavelength_um} µm, pixel pitch ${spec.pixel_pitch_um} µm, z ${(stack ?? [spec.z_mm]).join(', ')} mm`,
  ];
  if (truth.target) lines.push(...targetLines(truth.target, spec));
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

/** How the target lies, and whether the view suits it. */
function targetLines({ placement, model }: PlacedTarget, spec: SimulationSpec): string[] {
  const { rotation_deg, shift_x_um, shift_y_um } = placement;
  const side = Math.min(spec.width_px, spec.height_px) * spec.pixel_pitch_um;
  const { min, max } = model.field_um;
  return [
    `rotated by ${rotation_deg}°, ${shift_x_um} µm right of and ${shift_y_um} µm below the middle`,
    ...(side < min || side > max
      ? [`the view is ${Number(side.toPrecision(4))} µm high or wide; this target suits ${min} to ${max} µm`]
      : []),
  ];
}
