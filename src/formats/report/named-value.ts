/** A name of the contract as people read it, and the unit its suffix stands for. */
export interface Label {
  readonly text: string;
  readonly unit: string;
}

/** Longest first: `_cycles_per_px` ends in `_px` too. */
const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['_cycles_per_px', 'cycles/px'],
  ['_cycles_per_um', 'cycles/µm'],
  ['_rad_per_px', 'rad/px'],
  ['_fraction', '(fraction)'],
  ['_percent', '%'],
  ['_bytes', 'bytes'],
  ['_deg', '°'],
  ['_rad', 'rad'],
  ['_um', 'µm'],
  ['_mm', 'mm'],
  ['_nm', 'nm'],
  ['_px', 'px'],
  ['_db', 'dB'],
  ['_ms', 'ms'],
];

const LONGEST_LIST = 8;
const DIGITS = 6;

export function labelOf(name: string): Label {
  const [suffix, unit] = units.find(([ending]) => name.endsWith(ending)) ?? ['', ''];
  const bare = name.slice(0, name.length - suffix.length).replaceAll('_', ' ');
  return { text: bare.replace(/\bsnr\b/, 'SNR'), unit };
}

/** A value in as few characters as tell it; six digits are more than any of them is good for. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(DIGITS)));
  if (Array.isArray(value)) {
    const shown = value.slice(0, LONGEST_LIST).map(valueText).join(', ');
    return value.length > LONGEST_LIST ? `${shown}, … (${value.length} values)` : shown;
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${valueText(part)}`)
      .join(', ');
  }
  return String(value);
}
