import type { FrameFlag, FrameRecord } from '../../core/sequence/develop-frame.ts';

/** One line of the table. */
export interface FrameRow {
  /** of what was handed in for it: its file, or of a file of several frames its own samples */
  readonly input_sha256: string;
  /** bytes of the same */
  readonly input_bytes: number;
  /** null: it could not be read, and its place in the result is NaN */
  readonly record: FrameRecord | null;
}

const numbers = [
  'carrier_x_cycles_per_px',
  'carrier_y_cycles_per_px',
  'piston_rad',
  'tilt_x_fringes',
  'tilt_y_fringes',
  'defocus_rad',
  'light',
  'mean_counts',
  'agreement',
  'residual_rad',
  'drift_sigma_rad',
  'noise_factor',
  'sigma_factor',
  'untrusted_fraction',
] as const satisfies readonly (keyof FrameRecord)[];
const ofInline = ['data_misfit', 'restarted'] as const;

/** Digits that no two machines disagree about and no reader misses. */
const DIGITS = 7;

/** What is known of every frame: one line each, in the order of time; nothing where something is not known. */
export function framesTable(
  rows: readonly FrameRow[],
  {
    interval_s,
    z_mm,
    sigma,
  }: { readonly interval_s: number | null; readonly z_mm: number; readonly sigma: number },
): string {
  const more = rows.some(({ record }) => record?.data_misfit !== undefined) ? ofInline : [];
  const head = [
    'frame',
    'time_s',
    'input_sha256',
    ...numbers,
    ...more,
    'focus_mm',
    'median_sigma_rad',
    'flags',
  ];
  const lines = rows.map(({ input_sha256, record }, k) => [
    k,
    interval_s === null ? '' : shown(k * interval_s),
    input_sha256,
    ...numbers.map((name) => (record ? shown(record[name]) : '')),
    ...more.map((name) => (record ? shown(Number(record[name])) : '')),
    record ? shown(z_mm) : '',
    // what was kept as JSON has null for what is no number
    record && Number.isFinite(record.sigma_factor) ? shown(record.sigma_factor * sigma) : '',
    frameMarks({ record }).join(' '),
  ]);
  return [head, ...lines].map((line) => `${line.join(',')}\n`).join('');
}

export function frameMarks({ record }: Pick<FrameRow, 'record'>): readonly FrameFlag[] {
  return record ? record.flags : ['unreadable'];
}

/** The digests in a table, in order. @returns null where it is no such table */
export function digestsOf(table: string): string[] | null {
  const [head, ...lines] = table.trimEnd().split('\n');
  const at = head?.split(',').indexOf('input_sha256') ?? -1;
  if (at < 0) return null;
  const digests = lines.map((line) => line.split(',')[at] ?? '');
  return digests.every((digest) => /^[0-9a-f]{64}$/.test(digest)) ? digests : null;
}

function shown(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS))) : '';
}
