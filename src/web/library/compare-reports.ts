import { withMinus } from '../../formats/preview/ticks.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { fieldLabel } from '../fields/page-words.ts';
import { timeInWords } from '../shell/amounts.ts';

/** One thing that is known of two results. */
export interface ComparedRow {
  readonly label: string;
  /** as people read it */
  readonly values: readonly [string, string];
  readonly differs: boolean;
}

export interface ComparedGroup {
  readonly title: string;
  readonly rows: readonly ComparedRow[];
}

type Values = Readonly<Record<string, unknown>>;
type Pair<Value> = readonly [Value, Value];

const NONE = '–';

/** What two results were made of and with, and what was found, side by side. */
export function compareReports(reports: Pair<EvidenceReport>): ComparedGroup[] {
  const of = (title: string, values: (report: EvidenceReport) => Values): ComparedGroup => ({
    title,
    rows: rowsOf([values(reports[0]), values(reports[1])]),
  });
  return [
    of('Frame', frameOf),
    of('Parameters', recipeOf),
    of('Found', foundOf),
    of('Uncertainty', ({ uncertainty }) => numbersIn(uncertainty)),
    of('Flags', flagsOf),
    of('Made', madeOf),
  ].filter(({ rows }) => rows.length > 0);
}

function frameOf({ input, background, calibration }: EvidenceReport): Values {
  const { sha256, format, width_px, height_px, bit_depth, crop_px } = input;
  return {
    'SHA-256': sha256,
    format,
    size: `${width_px} × ${height_px} px`,
    'used part': `${crop_px.width} × ${crop_px.height} px from ${crop_px.x}, ${crop_px.y}`,
    'bit depth': bit_depth,
    'background frame': background?.sha256 ?? null,
    'calibration profile': calibration?.profile_id ?? null,
  };
}

function recipeOf({ parameters: { used } }: EvidenceReport): Values {
  return (used.recipe ?? used) as Values;
}

function foundOf({ parameters: { used }, quality }: EvidenceReport): Values {
  const { recipe, ...beside } = used as Values;
  return recipe === undefined ? quality.metrics : { ...beside, ...quality.metrics };
}

function numbersIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'));
}

function flagsOf({ quality }: EvidenceReport): Values {
  return Object.fromEntries(quality.flags.map(({ code, level }) => [code, level]));
}

function madeOf({ created_at, software }: EvidenceReport): Values {
  const { name, version, kernel_sha256 } = software;
  return { time: timeInWords(created_at), software: `${name} ${version}`, kernels: kernel_sha256 };
}

function rowsOf(both: Pair<Values>): ComparedRow[] {
  const names = new Set([...Object.keys(both[0]), ...Object.keys(both[1])]);
  return [...names].flatMap((name) => {
    const [a, b] = [both[0][name] ?? null, both[1][name] ?? null];
    if (a === null && b === null) return [];
    const differs = JSON.stringify(a) !== JSON.stringify(b);
    const short = [inWords(a), inWords(b)] as const;
    // what differs has to look different
    const values = differs && short[0] === short[1] ? ([exactly(a), exactly(b)] as const) : short;
    return [{ label: `${labelOf(name)}${unitOf(name)}`, values, differs }];
  });
}

/** Names in a report end in their units. */
const UNIT = /_(cycles_per_px|cycles_per_um|um|mm|nm|rad|px|deg|counts)$/;
const units: Readonly<Record<string, string>> = {
  ...{ cycles_per_px: 'cycles/px', cycles_per_um: 'cycles/µm', um: 'µm', deg: '°' },
};

function unitOf(name: string): string {
  const unit = UNIT.exec(name)?.[1];
  return unit === undefined ? '' : ` (${units[unit] ?? unit})`;
}

/** As the form calls it; a name that the form lacks without its unit, in plain words. */
function labelOf(name: string): string {
  const label = fieldLabel(name);
  return label === name.replaceAll('_', ' ') ? fieldLabel(name.replace(UNIT, '')) : label;
}

const DIGITS = 6;

function inWords(value: unknown): string {
  if (value === null) return NONE;
  if (typeof value === 'number') return withMinus(String(Number(value.toPrecision(DIGITS))));
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  return exactly(value);
}

function exactly(value: unknown): string {
  if (value === null) return NONE;
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(exactly).join(', ') : JSON.stringify(value);
}
