/**
 * Distances that the in-line autofocus finds on simulated holograms, range 0.1 to 10 mm, against the simulated ones, in
 * depths of field as the result states them: `node bench/accuracy/inline-focus.ts [rigs of each kind] [--after=n] [--rigs] [kind …]`. Pitch,
 * distance, wavelength, exposure and size of every rig are drawn from a seed. Ends with 1 where a distance is off by more than
 * ¼ and the result does not say that it is in doubt. All 200 rigs take a quarter of an hour. `--after`: of each
 * kind those after the first n, for ones that nothing was chosen on; `--rigs`: a line for each, too.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { loadCameraImage } from '../../src/core/field/camera.ts';
import { autofocusInline, type InlineFocus } from '../../src/core/inline/focus/autofocus-inline.ts';
import { normaliseInline } from '../../src/core/light/normalise-inline.ts';
import { exposeRig, focusRigs, type FocusRig } from './inline-focus-rigs.ts';
import { markdownTable } from './markdown-table.ts';

const LARGEST_ERROR = 0.25;
/** A focus farther from every plane than this many depths of field is false, a plane without a nearer one missed. */
const FALSE = 1;
const [FROM, TO] = [100, 10_000];
const words = process.argv.slice(2);
const [counted, ...kinds] = words.filter((word) => !word.startsWith('--'));
const count = Number(counted ?? 20);
const after = Number(words.find((word) => word.startsWith('--after='))?.slice(8) ?? 0);
const kernels = await loadKernels();

function focusOf(rig: FocusRig): InlineFocus {
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, exposeRig(kernels, rig), 'hologram');
  const { amplitude, noiseSigma } = normaliseInline(kernels, scope, image, null);
  const sampling = { pitchX: rig.pitch, pitchY: rig.pitch };
  const search = { amplitude, sampling, wavelength: rig.wavelength, fromZ: FROM, toZ: TO, noiseSigma };
  return autofocusInline(kernels, search, () => {});
}

interface Outcome {
  /** of every focus found, in depths of field; the main one first */
  readonly errors: readonly number[];
  /** the main one's error over its stated uncertainty */
  readonly sigmas: number;
  readonly missed: number;
  readonly doubted: boolean;
}

function outcomeOf(rig: FocusRig): Outcome {
  const { z, uncertainty, depthOfField, foci, doubts } = focusOf(rig);
  const planes = rig.planes.map((plane) => 1000 * plane.z_mm);
  const off = (at: number, from: readonly number[]) => Math.min(...from.map((other) => Math.abs(at - other)));
  const found = foci.map((one) => one.z);
  return {
    errors: found.map((at) => off(at, planes) / depthOfField),
    sigmas: off(z, planes) / uncertainty,
    missed: planes.filter((at) => off(at, found) > FALSE * depthOfField).length,
    doubted: doubts.length > 0,
  };
}

const lineOf = ({ errors, sigmas, missed, doubted }: Outcome) =>
  `${errors.map((error) => error.toFixed(3)).join(' ')} depths, ${sigmas.toFixed(2)} σ${missed > 0 ? `, ${missed} missed` : ''}${doubted ? ', doubted' : ''}`;

/** How many main distances lie within twice of what is stated. */
const within = (outcomes: readonly Outcome[]) =>
  `${outcomes.filter(({ sigmas }) => sigmas < 2).length} of ${outcomes.length}`;
const isWrong = ({ errors }: Outcome) => errors.some((error) => error > LARGEST_ERROR);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

function row(kind: string, outcomes: readonly Outcome[]): string[] {
  const sure = outcomes.filter((one) => !one.doubted);
  const silent = sure.filter(isWrong).length;
  if (silent > 0) process.exitCode = 1;
  const main = (from: readonly Outcome[]) => from.map(({ errors }) => errors[0]!);
  const total = (of: (one: Outcome) => number) => String(outcomes.reduce((sum, one) => sum + of(one), 0));
  return [
    kind,
    String(outcomes.length),
    median(main(outcomes)).toFixed(3),
    Math.max(...main(outcomes)).toFixed(2),
    sure.length > 0 ? Math.max(...main(sure)).toFixed(2) : '–',
    median(outcomes.map((one) => one.sigmas)).toFixed(2),
    within(sure),
    within(outcomes.filter((one) => one.doubted)),
    String(outcomes.filter((one) => !isWrong(one)).length),
    String(outcomes.length - sure.length),
    String(outcomes.filter((one) => one.doubted && !isWrong(one)).length),
    silent > 0 ? `**${silent}**` : '0',
    total((one) => one.missed),
    total(({ errors }) => errors.filter((error) => error > FALSE).length),
  ];
}

const body = Object.entries(focusRigs(after + count))
  .filter(([kind]) => kinds.length === 0 || kinds.includes(kind))
  .map(([kind, rigs]) =>
    row(
      kind,
      rigs.slice(after).map((rig, k) => {
        const outcome = outcomeOf(rig);
        if (words.includes('--rigs')) console.log(`${kind} ${after + k}: ${lineOf(outcome)}`);
        return outcome;
      }),
    ),
  );
console.log(
  `Errors in depths of field; pitch 1.12 to 5.86 µm, 0.2 to 9 mm, 405 to 650 nm, 400 to 100,000 electrons.\n`,
);
console.log(
  markdownTable(
    [
      'sample',
      'rigs',
      'median',
      'worst',
      'worst not doubted',
      'median error / stated σ',
      'within 2 σ, not doubted',
      'within 2 σ, doubted',
      'within ¼',
      'doubted',
      'doubted but right',
      'wrong and not doubted',
      'planes missed',
      'false planes',
    ],
    body,
  ),
);
