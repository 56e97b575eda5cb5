import {
  getCountries,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { countriesThatWrite } from './written-shapes.ts';

const countries = getCountries();

/** Countries whose people write mobile numbers without any space, and without a 0 before them. */
const RUN_TOGETHER: readonly CountryCode[] = [
  ...([
    'US',
    'CA',
    'IN',
    'CN',
    'BR',
    'RU',
    'MX',
    'CO',
    'ES',
    'PT',
    'PL',
    'CZ',
    'GR',
    'VN',
    'PE',
    'CL',
  ] as const),
];

/**
 * Whether a number that begins with + can be called, by its length: numbers made up for examples count, and those in
 * groups that were right once.
 */
export function isInternational(text: string, groups: number): boolean {
  const number = parse(text.replace('(0)', '').replaceAll(/[()]/g, ' ').trim());
  return number !== undefined && (number.isPossible() || groups > 3);
}

export function isValidInternational(text: string): boolean {
  return parse(text)?.isValid() ?? false;
}

/** More than any comment needs that was not written to keep the service busy. */
const MOST_LOOKUPS = 100;

/**
 * Looks numbers up in the countries that may write them so, which takes up to milliseconds: others get their turn before
 * each, and none is looked up twice. Once there were too many, numbers in doubt count as phone numbers.
 */
export class NationalNumbers {
  #lookups = 0;
  readonly #known = new Map<string, boolean>();

  /** Whether a number with the 0 of long-distance calls has the length of one in some country. */
  async arePossible(text: string): Promise<boolean> {
    return this.#anyOf(
      countries,
      `possible ${text}`,
      (country) => parse(text, country)?.isPossible() ?? false,
    );
  }

  /** Whether people of some country write it so: a valid number, in the groups that are usual there. */
  async areWrittenSo(text: string, groups: readonly string[]): Promise<boolean> {
    const among = groups.length === 1 ? RUN_TOGETHER : countriesThatWrite(groups);
    return this.#anyOf(among, text, (country) => {
      const number = parse(text, country);
      if (number?.country !== country || !number.isValid()) return false;
      if (groups.length === 1) return /MOBILE/.test(number.getType() ?? '');
      return waysToWrite(number).some((way) => sameGroups(way, groups));
    });
  }

  async #anyOf(
    among: readonly CountryCode[],
    what: string,
    test: (country: CountryCode) => boolean,
  ): Promise<boolean> {
    if (among.length === 0) return false;
    const known = this.#known.get(what);
    if (known !== undefined) return known;
    this.#lookups += 1;
    if (this.#lookups > MOST_LOOKUPS) return true;
    await new Promise((resolve) => setImmediate(resolve));
    const found = among.some(test);
    this.#known.set(what, found);
    return found;
  }
}

function waysToWrite(number: PhoneNumber): string[][] {
  const national = digitGroups(number.formatNational());
  const international = digitGroups(number.formatInternational()).slice(1);
  return [national, international];
}

function sameGroups(way: readonly string[], groups: readonly string[]): boolean {
  return way.length === groups.length && way.every((group, i) => group === groups[i]);
}

function digitGroups(text: string): string[] {
  return text.match(/\d+/g) ?? [];
}

function parse(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(
    text,
    defaultCountry ? { defaultCountry, extract: false } : { extract: false },
  );
}
