import { readFileSync } from 'node:fs';
import { Chance } from '../../test/second-simulator/chance.ts';
import { secondCase, type SecondSetup } from '../../test/second-simulator/rigs.ts';
import { coverageFactor } from '../../src/core/calibrate/report/coverage.ts';
import type { BudgetLine } from '../../src/core/rig/calibration.ts';
import { markdownTable } from './markdown-table.ts';

type Off = Readonly<Record<string, readonly [number, number] | null>>;

interface Row {
  readonly setup: SecondSetup;
  readonly seed: number;
  /** errors, and errors over σ; absent: it was refused */
  readonly off?: Off;
  /** the same with σ of what the frame itself leaves unknown */
  readonly own?: Off;
  readonly budget?: readonly BudgetLine[];
}

const NAMES = ['pitch', 'ratio', 'z', 'turn'] as const;

const digits = (value: number) => String(Number(value.toPrecision(3)));

/** Of each mode: how many rigs were accepted, and of each quantity how many values lie within 2σ, and how far off they are. */
export function secondTable(files: readonly string[]): string {
  const lines = files.flatMap((name) => readFileSync(name, 'utf8').trim().split('\n'));
  const rows = lines.map((line) => ofTruePart(JSON.parse(line) as Row));
  const kinds = [
    ['inline', ({ setup }: Row) => setup.mode === 'inline'],
    ['off-axis, lattices and charts', ({ setup }: Row) => setup.mode !== 'inline' && !isOne(setup)],
    ['off-axis, pinholes', ({ setup }: Row) => setup.mode !== 'inline' && isOne(setup)],
  ] as const;
  const body = kinds.flatMap(([kind, isOf]) => {
    const own = rows.filter(isOf);
    const accepted = own.filter(({ off }) => off !== undefined);
    return NAMES.flatMap((name) => {
      const found = accepted.flatMap(({ off, own: apart }) =>
        off![name] ? [[off![name], apart![name]!] as const] : [],
      );
      if (found.length === 0) return [];
      const within = (k: 0 | 1) => found.filter((one) => Math.abs(one[k][1]) <= 2).length;
      const errors = found.map(([, [error]]) => Math.abs(error)).sort((a, b) => a - b);
      const rms = (k: 0 | 1) =>
        Math.sqrt(found.reduce((sum, one) => sum + one[k][1] * one[k][1], 0) / found.length).toFixed(2);
      return [
        [
          ...[kind, `${accepted.length}/${own.length}`, name],
          ...[`${within(0)}/${found.length}`, rms(0), `${within(1)}/${found.length}`, rms(1)],
          ...[digits(errors[errors.length >> 1]!), digits(errors.at(-1)!)],
        ],
      ];
    });
  });
  const head = [
    ...['rigs', 'accepted', 'quantity', 'within 2σ', 'RMS over σ', 'within 2σ, of the frame alone'],
    ...['RMS', 'its error, median', 'worst'],
  ];
  return markdownTable(head, body);
}

/** Off-axis lattices and charts: how many pitches lie within 0.05 %, of rigs with and without a background frame. */
export function withinTable(files: readonly string[]): string {
  const lines = files.flatMap((name) => readFileSync(name, 'utf8').trim().split('\n'));
  const rows = lines
    .map((line) => JSON.parse(line) as Row)
    .filter(({ setup, off }) => off && setup.mode === 'off-axis' && !isOne(setup));
  const told = (own: readonly Row[]) => {
    const errors = own.map(({ off }) => Math.abs(off!.pitch![0]));
    return `${errors.filter((error) => error <= 0.0005).length}/${own.length}`;
  };
  const hasBackground = ({ setup, seed }: Row) => secondCase(setup, seed).withBackground;
  const line = (name: string, own: readonly Row[]) => [
    ...[name, told(own), told(own.filter(hasBackground))],
    told(own.filter((row) => !hasBackground(row))),
  ];
  const names = [...new Set(rows.map(({ setup }) => setup.target_id))];
  const body = names.map((name) =>
    line(
      name,
      rows.filter(({ setup }) => setup.target_id === name),
    ),
  );
  const head = ['target', 'pitch within 0.05 %', 'with a background frame', 'without'];
  return markdownTable(head, [...body, line('all', rows)]);
}

/**
 * Edges that lie farther out than drawn make a pinhole a larger part than it is said to be, which no frame tells: what the frame alone
 * tells is compared with the pitch that a part of its true size has, and that error is the fit's.
 */
function ofTruePart(row: Row): Row {
  const { setup, off, own } = row;
  if (!isOne(setup) || !off?.pitch || !own?.pitch) return row;
  return { ...row, off: { ...off, pitch: [own.pitch[0], off.pitch[1]] } };
}

function isOne({ target_id }: Row['setup']): boolean {
  return target_id.startsWith('pinhole');
}

const CALLED = {
  pitch: 'pixel_pitch_um',
  ratio: 'scale_anisotropy',
  z: 'z_mm',
  turn: 'rotation_deg',
} as const;

/** Of off-axis lattices and charts, errors over σ of the frame alone: as stated, and without one line of the budget each. */
export function withoutEach(files: readonly string[], given: ReadonlySet<string>): string {
  const lines = files.flatMap((name) => readFileSync(name, 'utf8').trim().split('\n'));
  const rows = lines
    .map((line) => JSON.parse(line) as Row)
    .filter((row) => row.own && row.setup.mode === 'off-axis' && !isOne(row.setup));
  const ownLines = (row: Row, name: keyof typeof CALLED) =>
    row.budget!.filter(({ quantity, source }) => quantity === CALLED[name] && !given.has(source));
  const sources = [...new Set(rows.flatMap((row) => NAMES.flatMap((name) => ownLines(row, name))))];
  const body = ['none', ...new Set(sources.map(({ source }) => source))].map((left) => [
    left,
    ...NAMES.map((name) => {
      const found = rows.flatMap((row) => {
        const off = row.own![name];
        if (!off) return [];
        const own = ownLines(row, name);
        const size = (of: typeof own) => Math.hypot(...of.map(({ u }) => u));
        return [Math.abs(off[1]) * (size(own) / size(own.filter(({ source }) => source !== left)))];
      });
      const rms = Math.sqrt(found.reduce((sum, v) => sum + v * v, 0) / found.length);
      return `${rms.toFixed(2)}, ${found.filter((v) => v <= 2).length}/${found.length}`;
    }),
  ]);
  return markdownTable(['left out', ...NAMES.map((name) => `${name}: RMS over σ, within 2σ`)], body);
}

/** Lines that limits are all that is known of, in rows from before each line said so. */
const LIMITED = new Set(['part', 'temperature', 'wavelength', 'curvature', 'refit']);

/** Draws of all that is given for each rig. */
const DRAWS = 25;

/** How what is given may lie beside what is said of it, in σ. */
const LAWS = {
  'exactly as said': () => 0,
  'anywhere within its limits': (chance: Chance) => chance.within(Math.sqrt(3)),
  'normal, of the same σ': (chance: Chance) => chance.normal(),
} as const;

/**
 * Values within 2σ as stated, were what is given to a calibration drawn as its lines say: a part that is larger by a share s is seen as one of
 * its size by pixels that are smaller by s from a distance that is smaller by 2 s, so that its line is the error to the letter. Last, those
 * within the k standard uncertainties that are to cover 95 %, of all that has limits drawn within them.
 */
export function drawnTable(files: readonly string[], given: ReadonlySet<string>): string {
  const lines = files.flatMap((name) => readFileSync(name, 'utf8').trim().split('\n'));
  const rows = lines.map((line) => JSON.parse(line) as Row).filter(({ own }) => own);
  const share = (own: readonly Row[], names: readonly (keyof typeof CALLED)[], law: keyof typeof LAWS) => {
    const drawn = own.flatMap((row) => names.flatMap((name) => drawnOver(row, name, given, LAWS[law])));
    return percent(drawn, (v) => v <= 2);
  };
  const covered = (own: readonly Row[], names: readonly (keyof typeof CALLED)[]) => {
    const drawn = own.flatMap((row) =>
      names.flatMap((name) => {
        const k = factorOf(row, name);
        const within = LAWS['anywhere within its limits'];
        return drawnOver(row, name, given, within).map((v) => v / k);
      }),
    );
    return percent(drawn, (v) => v <= 1);
  };
  const body = [
    ...(['inline', 'off-axis'] as const).flatMap((mode) => {
      const own = rows.filter(({ setup }) => setup.mode === mode);
      return NAMES.map((name) => [mode, name, own, [name]] as const);
    }),
    ['both', 'all', rows, NAMES] as const,
  ].map(([mode, called, own, names]) => {
    const count = own.reduce((sum, row) => sum + names.filter((name) => row.own![name]).length, 0);
    const laws = Object.keys(LAWS) as (keyof typeof LAWS)[];
    return [mode, called, String(count), ...laws.map((law) => share(own, names, law)), covered(own, names)];
  });
  const last = 'anywhere within its limits, within U';
  return markdownTable(['rigs', 'quantity', 'values', ...Object.keys(LAWS), last], body);
}

function percent(drawn: readonly number[], isInside: (v: number) => boolean): string {
  return drawn.length === 0 ? '–' : ((100 * drawn.filter(isInside).length) / drawn.length).toFixed(1);
}

/** How many standard uncertainties are to cover 95 % of a rig's value. */
function factorOf({ budget }: Row, name: keyof typeof CALLED): number {
  const lines = budget!.filter(({ quantity }) => quantity === CALLED[name]);
  const laws = lines.map(({ u, source, distribution }) => {
    return { u, distribution: distribution ?? (LIMITED.has(source) ? 'rectangular' : 'normal') } as const;
  });
  return coverageFactor(laws, Math.exp);
}

/** Errors over σ as stated. */
function drawnOver(
  { own, seed, budget }: Row,
  name: keyof typeof CALLED,
  given: ReadonlySet<string>,
  law: (chance: Chance) => number,
): number[] {
  const off = own![name];
  if (!off) return [];
  const lines = budget!.filter(({ quantity }) => quantity === CALLED[name]);
  const size = (of: typeof lines) => Math.hypot(...of.map(({ u }) => u));
  const told = lines.filter(({ source }) => given.has(source));
  // of a turn no other σ stands in the file than what is stated
  const apart = name === 'turn' ? size(lines) : size(lines.filter(({ source }) => !given.has(source)));
  const chance = new Chance(seed);
  return Array.from({ length: DRAWS }, () => {
    const drawn = told.reduce((sum, { u }) => sum + u * law(chance), off[1] * apart);
    return Math.abs(drawn) / size(lines);
  });
}
