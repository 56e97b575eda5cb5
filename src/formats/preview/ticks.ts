import type { Limits } from './robust-limits.ts';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

interface RoundNumber {
  readonly value: number;
  readonly exponent: number;
}

const SMALLEST_EXPONENT = -15;
const LARGEST_EXPONENT = 15;
const MOST_DECIMALS = 6;

/** 1, 2 or 5 times a power of ten, in rising order; parsed from text, so each is the nearest double there is. */
const roundNumbers: readonly RoundNumber[] = Array.from(
  { length: LARGEST_EXPONENT - SMALLEST_EXPONENT + 1 },
  (_, index) => SMALLEST_EXPONENT + index,
).flatMap((exponent) => [1, 2, 5].map((digit) => ({ value: Number(`${digit}e${exponent}`), exponent })));

/** Round values inside the limits, at most `most + 1` of them. */
export function ticks({ min, max }: Limits, most: number): Tick[] {
  const step = roundNumbers.find(({ value }) => value >= (max - min) / most) ?? roundNumbers.at(-1)!;
  const first = Math.ceil(min / step.value);
  const last = Math.floor(max / step.value);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const value = (first + index) * step.value;
    return { value, label: tickLabel(value, step.exponent) };
  });
}

/** The longest round length that is no longer than `longest` µm. */
export function scaleBarLength(longest: number): { readonly um: number; readonly label: string } {
  const { value: um } = roundNumbers.findLast(({ value }) => value <= longest) ?? roundNumbers[0]!;
  return { um, label: um >= 1000 ? `${um / 1000} mm` : `${um} µm` };
}

function tickLabel(value: number, exponent: number): string {
  const decimals = Math.max(0, -exponent);
  const text = decimals > MOST_DECIMALS ? value.toExponential(1) : value.toFixed(decimals);
  return withMinus(Number(text) === 0 ? '0' : text);
}

/** Numbers with a minus sign instead of a hyphen. */
export function withMinus(text: string): string {
  return text.replaceAll('-', '−');
}
