import { replaceEmails } from './email-addresses.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { plainText } from './plain-text.ts';

/** A comment without its email addresses and phone numbers: `[email]` and `[phone]` stand in their places. */
export async function stripContacts(comment: string): Promise<string> {
  const text = replaceEmails(plainText(comment));
  let kept = '';
  let end = 0;
  for (const { start, end: until } of await findPhoneNumbers(text)) {
    kept += `${text.slice(end, start)}[phone]`;
    end = until;
  }
  return kept + text.slice(end);
}
