/** A number as it arrives in a form: digits, at most one point, an optional exponent. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const DECIMAL_COMMA = /^[+-]?\d*,\d+$/;

/** The number a text stands for, or the value itself where it stands for none. */
export function readNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const number = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : value;
}

/** The numbers of a comma-separated text, or the value itself. */
export function readNumbers(value: unknown): unknown {
  return typeof value === 'string' ? value.split(',').map(readNumber) : value;
}

/** Why a value is no number, with what its sender probably meant. */
export function notANumber(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const hint = DECIMAL_COMMA.test(text) ? `: did you mean ${text.replace(',', '.')}?` : '';
  return `is ${quoted(value)}; it is a finite number such as 0.65${hint}`;
}

const SHOWN_CHARACTERS = 60;

/** A value as an error message shows it: quoted and never long. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : describe(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
