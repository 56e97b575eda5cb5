/**
 * Frames of things that are no target, or of a target that no pitch can be had from, by every target of the catalogue:
 * text, screenshots, cloth, tiled pictures, other lattices, live samples, recordings of others, mosaics, blur. None may
 * be accepted, unless the frame does show the target and pitch is right.
 * `node bench/accuracy/calibration-other-kinds.ts <first seed> <count> [<file> [<seconds> [control | lens]]]` prints a line
 * each and adds it to a file that does not hold it yet; control: the same rigs with the target itself; lens: in-line rigs
 * have one, too, which may distort; `--table <file>` makes the table. Recordings are those of LEITH_DATA.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { loadKernels } from '../../test/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { alreadyIn } from './calibration-second-setups.ts';
import { markdownTable } from './markdown-table.ts';
import { otherKind } from './other-kinds.ts';

interface Line {
  readonly seed: number;
  readonly kind: string;
  readonly target_id: string;
  readonly said: string;
}

const args = process.argv.slice(2);
if (args[0] === '--table') console.log(tableOf(args[1]!));
else await measure(args);

async function measure([first = '1', count = '30', file, seconds = 'Infinity', how]: readonly string[]) {
  const options = { control: how === 'control', lens: how === 'lens' };
  const done = alreadyIn(file);
  const until = performance.now() + 1000 * Number(seconds);
  const kernels = await loadKernels();
  for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
    if (done.has(seed)) continue;
    if (performance.now() > until) break;
    const { kind, name, target, recipe, certificate, frame, pitch } = await otherKind(seed, options);
    const { target_id } = target.entry;
    const said =
      frame === null
        ? 'SKIPPED'
        : outcome(() => {
            const frames = { hologram: frame, background: null };
            const { corrections, quality } = calibrate(kernels, frames, { target, recipe, certificate });
            const found = corrections.pixel_pitch_um!;
            const off = pitch === null ? Infinity : Math.abs(found.value - pitch);
            const isRight = off <= Math.max(4 * found.sigma, 0.002 * found.value);
            return `${isRight ? 'rightly' : 'ACCEPTED'} ${quality} ${found.value} ± ${found.sigma} for ${pitch}`;
          });
    console.log(`${seed} ${name}: ${said}`);
    if (file) appendFileSync(file, `${JSON.stringify({ seed, kind, target_id, said } satisfies Line)}\n`);
  }
}

function outcome(act: () => string): string {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.code} ${error.message}`;
  }
}

function tableOf(file: string): string {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const kinds = [...new Set(lines.map(({ kind }) => kind))].sort();
  const row = (name: string, own: readonly Line[]) => {
    const said = (word: string) => own.filter((line) => line.said.startsWith(word)).length;
    const tried = own.length - said('SKIPPED');
    const accepted = [said('rightly'), said('ACCEPTED')] as const;
    return [
      ...[name, String(tried), String(new Set(own.map(({ target_id }) => target_id)).size)],
      ...[String(tried - accepted[0] - accepted[1]), ...accepted.map(String)],
    ];
  };
  return markdownTable(
    ['the frame shows', 'tried', 'targets named', 'refused', 'accepted, rightly', 'wrongly'],
    [
      ...kinds.map((kind) =>
        row(
          kind,
          lines.filter((line) => line.kind === kind),
        ),
      ),
      row('all', lines),
    ],
  );
}
