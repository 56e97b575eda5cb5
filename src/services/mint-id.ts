import { randomFillSync } from 'node:crypto';

/** Crockford's base 32: sorts like the numbers it stands for, and has no letters that look like digits. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
/** 5 bits each: 130 random bits */
const RANDOM_DIGITS = 26;

export type IdPrefix =
  'acc' | 'key' | 'prof' | 'evr' | 'arc' | 'run' | 'fb' | 'rcpt' | 'hold' | 'use' | 'raw' | 'req';

/** A new identifier, e.g. `evr_01k…`: sorts by time (ms), can't be guessed. */
export function mintId<Prefix extends IdPrefix>(prefix: Prefix, time: Date): `${Prefix}_${string}` {
  let digits = timeDigits(time);
  for (const byte of takeRandom()) digits += DIGITS[byte % 32];
  return `${prefix}_${digits}`;
}

/** Asking the system for random bytes takes longer than everything else here: it is asked for many at once. */
const random = new Uint8Array(RANDOM_DIGITS * 128);
let used = random.length;

/** Bytes that nobody was given before. */
function takeRandom(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const start = used;
  used += RANDOM_DIGITS;
  return random.slice(start, used);
}

/** Every identifier of this kind from before that time sorts before this text, every other one after it. */
export function idBound(prefix: IdPrefix, time: Date): string {
  return `${prefix}_${timeDigits(time)}`;
}

function timeDigits(time: Date): string {
  let digits = '';
  for (let rest = time.getTime(), i = 0; i < TIME_DIGITS; i++, rest = Math.floor(rest / 32)) {
    digits = DIGITS[rest % 32] + digits;
  }
  return digits;
}

const ID = /^[a-z]+_[0-9a-hjkmnp-tv-z]{36}$/;

/** Whether a text has the form of an identifier of this kind: nothing else may reach a file name. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID.test(text);
}
