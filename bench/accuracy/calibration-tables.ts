import type { Reading } from './calibration-readings.ts';
import type { Setup } from './calibration-rigs.ts';
import type { Kept } from './calibration-store.ts';
import { markdownTable, median } from './markdown-table.ts';

/** What one rig came to; a refused one has a refusal and its part's size only. */
export interface RigOutcome extends Kept {
  readonly refusal: string | null;
  readonly size: { readonly off: number; readonly sigma: number };
  readonly quality: 'good' | 'needs_review';
  readonly explained: number;
  /** share of the expected parts */
  readonly found: number;
  readonly readings: readonly Reading[];
  readonly aberration_rad: number | null;
  readonly aberration_sigma_rad: number | null;
  readonly depth_mm: number;
  readonly electrons: number;
}

export interface Measurements {
  readonly setup: Setup;
  readonly rigs: readonly RigOutcome[];
}

/**
 * The error as it would be were the part as large as it is said to be, in units of what the uncertainty has beside the
 * tolerance; and as it is, in units of the whole.
 */
function scores({ value, truth, sigma, power }: Reading, { off, sigma: share }: RigOutcome['size']) {
  const tolerance = power * share * value;
  const own = Math.sqrt(Math.max(1e-30, sigma * sigma - tolerance * tolerance));
  return { own: (value * (1 + off) ** power - truth) / own, whole: (value - truth) / sigma };
}

function accepted({ rigs }: Measurements): readonly RigOutcome[] {
  return rigs.filter(({ refusal }) => refusal === null);
}

function errorsOf(rigs: readonly RigOutcome[], name: string): { error: number; rig: RigOutcome }[] {
  return rigs.flatMap((rig) =>
    rig.readings
      .filter((reading) => reading.name === name)
      .map(({ value, truth, power }) => ({
        error:
          Math.abs(value * (1 + rig.size.off) ** power - truth) / (power > 0 && name === 'pitch' ? truth : 1),
        rig,
      })),
  );
}

/** Errors of the fit: what the part's own size adds is taken off. */
export function outcomeTable(measurements: readonly Measurements[]): string {
  const head = [
    ...['target', 'mode', 'side (px)', 'accepted', 'to review', 'pitch (%)'],
    ...['distance (depths of field)', 'aberration left, RMS (λ)', 'explained, least', 'CPU per rig (s)'],
  ];
  const body = measurements
    .filter(({ rigs }) => rigs.length > 0)
    .map((one) => {
      const { setup, rigs } = one;
      const own = accepted(one);
      const depths = errorsOf(own, 'distance').map(({ error, rig }) => error / rig.depth_mm);
      const aberrations = own.flatMap(({ aberration_rad: a }) => (a === null ? [] : [a / (2 * Math.PI)]));
      return [
        ...[setup.target_id, setup.mode, String(setup.side_px), `${own.length}/${rigs.length}`],
        String(own.filter(({ quality }) => quality !== 'good').length),
        threeOf(
          errorsOf(own, 'pitch').map(({ error }) => 100 * error),
          4,
        ),
        depths.length > 0 ? threeOf(depths, 3) : 'not known',
        threeOf(aberrations, 4),
        own.length > 0 ? Math.min(...own.map(({ explained }) => explained)).toFixed(2) : '–',
        (rigs.reduce((sum, { cpu }) => sum + cpu, 0) / rigs.length).toFixed(1),
      ];
    });
  return markdownTable(head, body);
}

function threeOf(values: readonly number[], digits: number): string {
  if (values.length === 0) return '–';
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return [median(values), at(0.95), at(1)].map((value) => value.toFixed(digits)).join(' / ');
}

const quantities = ['pitch', 'distance', 'anisotropy', 'shear', 'rotation', 'phase scale'];

/** Of every quantity: how many lie within 2σ, and the root mean square of error over σ. */
export function coverageTable(measurements: readonly Measurements[]): string {
  const cell = (own: readonly RigOutcome[], name: string, which: 'own' | 'whole') => {
    const values = own.flatMap((rig) =>
      rig.readings
        .filter((reading) => reading.name === name)
        .map((reading) => scores(reading, rig.size)[which]),
    );
    return coverage(values);
  };
  const rowOf = (label: readonly string[], own: readonly RigOutcome[]) => [
    ...label,
    ...quantities.map((name) => cell(own, name, 'own')),
    coverage(
      own.flatMap(({ aberration_rad: a, aberration_sigma_rad: s }) => (a === null || !s ? [] : [a / s])),
    ),
    cell(
      own.filter(({ size }) => size.sigma > 0),
      'pitch',
      'whole',
    ),
  ];
  const rows = measurements
    .filter((one) => accepted(one).length > 0)
    .map((one) => rowOf([one.setup.target_id, one.setup.mode], accepted(one)));
  const all = (mode: string) => measurements.filter(({ setup }) => setup.mode === mode).flatMap(accepted);
  const head = ['target', 'mode', ...quantities, 'aberration (RMS over σ)', 'pitch, with the tolerance'];
  const totals = [rowOf(['all', 'inline'], all('inline')), rowOf(['all', 'off-axis'], all('off-axis'))];
  return markdownTable(head, [...rows, ...totals]);
}

function coverage(values: readonly number[]): string {
  if (values.length === 0) return '–';
  const within = values.filter((value) => Math.abs(value) <= 2).length / values.length;
  const rms = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  return `${Math.round(100 * within)} %, ${rms.toFixed(2)}`;
}
