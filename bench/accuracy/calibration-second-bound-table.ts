import { readFileSync } from 'node:fs';
import { markdownTable } from './markdown-table.ts';

/** One σ of the pitch, shares: of an estimator that knows the simulator, and one that is told of light's bend, of the lens, of both. */
export interface Bound {
  readonly seed: number;
  readonly target_id: string;
  readonly all: number;
  readonly bend: number;
  readonly lens: number;
  readonly both: number;
}

/** What a file of `calibration-second` has of the same rigs. */
interface Found {
  readonly seed: number;
  readonly off?: { readonly pitch: readonly [number, number] };
}

const MILLION = 1e6;

/** How far pitches were off beside how near anybody could come, in millionths. */
export function boundTable(bounds: string, found: string): string {
  const errors = new Map(linesOf<Found>(found).map(({ seed, off }) => [seed, off?.pitch[0]]));
  const millionths = (share: number) => String(Number((MILLION * share).toPrecision(2)));
  const body = linesOf<Bound>(bounds)
    .toSorted((a, b) => a.seed - b.seed)
    .map(({ seed, target_id, ...own }) => {
      const off = errors.get(seed);
      const [all, bend, lens, both] = [own.all, own.bend, own.lens, own.both].map(millionths);
      return [
        String(seed),
        target_id,
        off === undefined ? 'refused' : millionths(off),
        all!,
        bend!,
        lens!,
        both!,
      ];
    });
  const head = [
    'seed',
    'target',
    'pitch is off by',
    'bound',
    'light’s bend told',
    'the lens told',
    'both told',
  ];
  return markdownTable(head, body);
}

function linesOf<Row>(name: string): Row[] {
  return readFileSync(name, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}
