import { replaceEmails } from './email-addresses.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { plainText } from './plain-text.ts';

const FREE = '8(?:00|33|44|55|66|77|88)';
/** 1-800-FLOWERS: a free number of North America, seven to ten of whose signs are letters that stand for digits. */
const LETTERED = new RegExp(
  `(?<![\\p{L}\\p{N}-])\\+?1[ .-](?:\\(${FREE}\\)[ .-]?|${FREE}[.-])` +
    '(?=(?:-?[A-Z\\d]){7,10}(?![\\p{L}\\d-]))(?=[\\d-]*[A-Z])[A-Z\\d]+(?:-[A-Z\\d]+)*',
  'gu',
);

let others: Promise<unknown> = Promise.resolve();

/**
 * A comment without its email addresses and phone numbers: `[email]` and `[phone]` stand in their places. One after the
 * other: each gives others their turn every few milliseconds, and those of many at once would add up.
 */
export function stripContacts(comment: string): Promise<string> {
  const mine = others.then(() => strip(comment));
  others = mine.catch(() => {});
  return mine;
}

async function strip(comment: string): Promise<string> {
  const text = replaceEmails(plainText(comment)).replaceAll(LETTERED, '[phone]');
  let kept = '';
  let end = 0;
  for (const { start, end: until } of await findPhoneNumbers(text)) {
    kept += `${text.slice(end, start)}[phone]`;
    end = until;
  }
  return kept + text.slice(end);
}
