import { randomFillSync } from 'node:crypto';

/** Crockford's base 32: sorts like the numbers it stands for, and has no letters that look like digits. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
/** 5 bits each: 130 random bits */
const RANDOM_DIGITS = 26;

export type IdPrefix =
  | 'acc'
  | 'key'
  | 'prof'
  | 'evr'
  | 'arc'
  | 'run'
  | 'fb'
  | 'rcpt'
  | 'hold'
  | 'use'
  | 'chg'
  | 'raw'
  | 'seq'
  | 'req';

/** A new identifier, e.g. `evr_01k…`: sorts by time (ms), can't be guessed. */
export function mintId<Prefix extends IdPrefix>(prefix: Prefix, time: Date): `${Prefix}_${string}` {
  return `${prefix}_${timeDigits(time.getTime())}${randomDigits()}`;
}

/** Asking the system for random bytes takes longer than everything else here: it is asked for many at once. */
const BATCH = 128;
const random = Buffer.alloc(RANDOM_DIGITS * BATCH);
const digitOfByte = Uint8Array.from({ length: 256 }, (_, byte) => DIGITS.charCodeAt(byte % 32));
let drawn = '';
let used = 0;

/** Digits that nobody was given before. */
function randomDigits(): string {
  if (used === drawn.length) {
    randomFillSync(random);
    for (let i = 0; i < random.length; i++) random[i] = digitOfByte[random[i]!]!;
    drawn = random.toString('latin1');
    used = 0;
  }
  used += RANDOM_DIGITS;
  return drawn.slice(used - RANDOM_DIGITS, used);
}

/** Every identifier of this kind from before that time sorts before this text, every other one after it. */
export function idBound(prefix: IdPrefix, time: Date): string {
  return `${prefix}_${timeDigits(time.getTime())}`;
}

let lastMs = NaN;
let lastDigits = '';

/** @param ms under load, many identifiers are made in the same millisecond */
function timeDigits(ms: number): string {
  if (ms === lastMs) return lastDigits;
  let digits = '';
  for (let rest = ms, i = 0; i < TIME_DIGITS; i++, rest = Math.floor(rest / 32)) {
    digits = DIGITS[rest % 32] + digits;
  }
  lastMs = ms;
  return (lastDigits = digits);
}

const ID = /^[a-z]+_[0-9a-hjkmnp-tv-z]{36}$/;

/** Whether a text has the form of an identifier of this kind: nothing else may reach a file name. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID.test(text);
}
