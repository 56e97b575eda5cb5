import { withMinus } from '../../formats/preview/ticks.ts';

/** Four to five digits, a real minus sign; words where there is no number. */
export function formatValue(value: number): string {
  if (!Number.isFinite(value)) return 'no value';
  const size = Math.abs(value);
  // camera counts, pixels, an exact zero
  if (Number.isInteger(value) && size < 1e5) return withMinus(String(value));
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return withMinus(value.toExponential(2));
  return withMinus(value.toFixed(size >= 1000 ? 1 : size >= 100 ? 2 : size >= 1 ? 3 : 4));
}

/** `1.234 ± 0.005 rad`: two digits of the uncertainty, and the value to the same place. */
export function formatWithSigma(value: number, sigma: number | null, unit: string): string {
  const tail = unit === '' ? '' : ` ${unit}`;
  if (sigma === null || !Number.isFinite(sigma) || !Number.isFinite(value) || sigma <= 0) {
    return formatValue(value) + (Number.isFinite(value) ? tail : '');
  }
  const digits = 1 - Math.floor(Math.log10(sigma));
  const decimals = Math.min(12, Math.max(0, digits));
  const step = 10 ** Math.max(0, -digits);
  const shown = (number: number) => (Math.round(number / step) * step).toFixed(0);
  const text = (number: number) => (step > 1 ? shown(number) : number.toFixed(decimals));
  const rounded = text(value);
  // what rounds to nothing has no sign
  return `${Number(rounded) === 0 ? text(0) : withMinus(rounded)} ± ${text(sigma)}${tail}`;
}
