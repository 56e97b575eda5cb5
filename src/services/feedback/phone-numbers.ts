import { isInternational, isValidInternational, NationalNumbers } from './national-numbers.ts';
import { PhoneContexts, type PhoneContext } from './phone-context.ts';

/** [start, end) in the text */
export interface FoundNumber {
  readonly start: number;
  readonly end: number;
}

interface Group {
  readonly start: number;
  readonly end: number;
}

/** E.164 has at most 15 digits; the prefix for calls abroad has up to 3. */
const MOST_DIGITS = 18;
/** Some islands have shorter ones; measured values would be lost with them. */
const LEAST_CALLED = 6;
const LEAST_DIGITS = 7;
/** Below this a number without + or 0 could be anything. */
const LEAST_UNNAMED = 9;
/** with the 0 of long-distance calls */
const MOST_NATIONAL = 13;
const MOST_GROUPS = 10;

/** Digits in groups, with what people put between them: at most four signs, no line end. */
const CANDIDATE = /(?:[+(] ?){0,3}\d(?:[ ()./-]{0,4}\d)*/g;

/** Phone numbers of any country, as people write them, and not what else has many digits. */
export async function findPhoneNumbers(text: string): Promise<FoundNumber[]> {
  const plain = withPlainSigns(text);
  const search = { text: plain, national: new NationalNumbers(), contexts: new PhoneContexts(plain) };
  const found: FoundNumber[] = [];
  for (const match of search.text.matchAll(CANDIDATE)) {
    if (match[0].replaceAll(/\D/g, '').length < LEAST_CALLED) continue;
    found.push(...(await numbersIn(search, match.index, match[0])));
  }
  return found;
}

interface Search {
  readonly text: string;
  readonly national: NationalNumbers;
  readonly contexts: PhoneContexts;
}

/** Several numbers can follow each other with a space in between: they are taken from the left. */
async function numbersIn(search: Search, offset: number, candidate: string): Promise<FoundNumber[]> {
  const groups = [...candidate.matchAll(/(?:[+(] ?)*\d+\)?/g)].map(({ 0: { length }, index }) => ({
    start: offset + index,
    end: offset + index + length,
  }));
  const whole = await numberOf(search, groups);
  if (whole) return [whole];
  const found: FoundNumber[] = [];
  const single = candidate.replaceAll(/\D/g, '').length <= MOST_DIGITS;
  for (let first = 0; first < groups.length; first++) {
    const rest = search.text.slice(groups[first]!.start, groups[first]!.start + MOST_DIGITS);
    if (/^\d \d /.test(rest) || (single && !/^[+(0]/.test(rest))) continue;
    await new Promise((resolve) => setImmediate(resolve));
    const next = await firstNumber(search, groups, first);
    if (!next) continue;
    found.push(next.number);
    first = next.last;
  }
  return found;
}

/** The number that begins with this group: the longest in usual groups, else the longest. */
async function firstNumber(
  search: Search,
  groups: readonly Group[],
  first: number,
): Promise<{ readonly number: FoundNumber; readonly last: number } | null> {
  for (const usual of [true, false]) {
    for (let last = Math.min(groups.length, first + MOST_GROUPS) - 1; last >= first; last--) {
      const some = groups.slice(first, last + 1);
      if (!standsAlone(search.text, some, groups)) continue;
      const text = search.text.slice(some[0]!.start, some.at(-1)!.end);
      if (usual && !(await isUsual(search, text))) continue;
      const number = await numberOf(search, some);
      if (number) return { number, last };
    }
  }
  return null;
}

async function isUsual({ national }: Search, text: string): Promise<boolean> {
  const groups = text.match(/\d+/g)!;
  const { length } = groups.join('');
  return length >= LEAST_UNNAMED && length <= MOST_DIGITS && national.areWrittenSo(text, groups);
}

/** Part of a candidate is a number of its own only where a space or a slash parts it from the rest. */
function standsAlone(text: string, some: readonly Group[], all: readonly Group[]): boolean {
  const { start } = some[0]!;
  const { end } = some.at(-1)!;
  const before = all[0]!.start === start || /[ /]/.test(text[start - 1]!);
  return before && (all.at(-1)!.end === end || /[ /]/.test(text[end]!));
}

async function numberOf(
  { text, national, contexts }: Search,
  groups: readonly Group[],
): Promise<FoundNumber | null> {
  const { start } = groups[0]!;
  const { end } = groups.at(-1)!;
  const written = text.slice(start, end);
  const digits = written.replaceAll(/\D/g, '').length;
  if (digits < LEAST_CALLED || digits > MOST_DIGITS) return null;
  const { said, extension } = contexts.of(start, end);
  const phone = await isPhone(written, said, national);
  return phone ? { start, end: end + extension } : null;
}

async function isPhone(
  text: string,
  said: PhoneContext['said'],
  national: NationalNumbers,
): Promise<boolean> {
  const groups = text.match(/\d+/g)!;
  const digits = groups.join('');
  if (said === 'value' || DATE.test(text)) return false;
  if (said === 'called') return true;
  if (digits.length < LEAST_DIGITS || isDecimal(text)) return false;
  if (/^\(?\+/.test(text) && isInternational(text, groups.length)) return true;
  if (said === 'other' || said === 'phone') return said === 'phone';
  if (isNetworkAddress(text)) return false;
  const abroad = /^\(?(?:00 ?|011[ .-]?)(?=[1-9])/.exec(text)?.[0].replaceAll(/\D/g, '').length;
  if (abroad !== undefined && isInternational(`+${digits.slice(abroad)}`, groups.length)) return true;
  if (/^\(?00 ?[1-9]/.test(text)) return false;
  if (isMadeUp(text)) return true;
  if (digits.length < LEAST_UNNAMED || isProgression(groups) || isBookNumber(digits)) return false;
  if (/^\(?0(?:[1-9]| [1-9]\d{1,4} ?[/-])/.test(text))
    return digits.length <= MOST_NATIONAL && national.arePossible(text);
  // also those that are made up, such as (555) 123-4567
  if (/^(?:1[ .-])?\(?[2-9]\d\d\)?[ .-]{0,2}\d{3}[ .-]\d{4}$/.test(text)) return true;
  if (digits.length >= 11 && isValidInternational(`+${text}`)) return true;
  return national.areWrittenSo(text, groups);
}

/** As they stand in examples and films: 123-456-7890, 555-0199 */
function isMadeUp(text: string): boolean {
  return /^\d{3}-\d{3}-\d{4}$/.test(text) || /^555-(?:01\d\d|1234|1212)$/.test(text);
}

/** 2026-11-21, 21.11.2026, 11/21/2026, with a time or a second date after it or not; 20261121 */
const DATE = datePattern();

function datePattern(): RegExp {
  const day = '(?:0?[1-9]|[12]\\d|3[01])';
  const month = '(?:0?[1-9]|1[0-2])';
  const year = '(?:19|20)\\d\\d';
  const dates = [
    `${year}([-./ ])${month}\\1${day}`,
    `${day}([-./ ])${month}\\2${year}`,
    `${month}([-./ ])${day}\\3${year}`,
    `${year}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`,
  ];
  return new RegExp(`^(?:${dates.join('|')})(?:$|[ ./-]{1,3}\\d)`);
}

/** 192.168.10.100 */
function isNetworkAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256);
}

/** 632.816, 0.6328 0.5320: one point each; 030.1234567 is none */
function isDecimal(text: string): boolean {
  return text
    .split(' ')
    .some((token) => /^[+(]?(?:0|[1-9]\d*)\.\d+\)?$/.test(token) && !/\.\d{9,}$/.test(token));
}

/** 10 20 30 40, 100-200-300: a list of values */
function isProgression(groups: readonly string[]): boolean {
  if (groups.length < 3) return false;
  const steps = groups.slice(1).map((group, i) => Number(group) - Number(groups[i]));
  return steps.every((step) => step === steps[0]);
}

/** ISBN-13 */
function isBookNumber(digits: string): boolean {
  return /^97[89]\d{10}$/.test(digits);
}

/** Where the ten digits of a script begin. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212\ufe63\uff0d\u30fc]/g, '-'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\uff0e\u00b7\u2022\u30fb]/g, '.'],
  [/\uff0f/g, '/'],
  [/\uff0b/g, '+'],
  [/[\uff08[]/g, '('],
  [/[\uff09\]]/g, ')'],
];

/** Signs that nobody puts between digits but after the + of a phone number. */
const ODD_GROUPS = /\+\d{1,3}(?:[ ()._*|~…-]{1,3}\d{1,8}){2,}/g;

/** The same text, character by character, with the digits, dashes and spaces of ASCII. */
function withPlainSigns(written: string): string {
  const digits = written.replaceAll(/\p{Nd}/gu, (digit) => {
    const zero = ZEROS.find((from) => digit.charCodeAt(0) >= from && digit.charCodeAt(0) < from + 10);
    return zero === undefined ? digit : String(digit.charCodeAt(0) - zero);
  });
  const plain = SIGNS.reduce((text, [pattern, sign]) => text.replaceAll(pattern, sign), digits);
  return plain.replaceAll(ODD_GROUPS, (number) => number.replaceAll(/[_*|~…]/g, '-'));
}
