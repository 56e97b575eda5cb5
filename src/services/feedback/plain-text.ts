/** Letters and digits of mathematics, and small forms: `𝟎𝟐𝟎` is read as 020, `﹫` as @. */
const OTHER_FORMS = /[\u{1d400}-\u{1d7ff}\ufe50-\ufe6b]/gu;
/** One circled digit marks something, a row of them is a number. */
const CIRCLED = /[⓪①-⑨](?: ?[⓪①-⑨]){4,}/g;
/** Marks that nobody sees, such as soft hyphens, within what is written in ASCII. */
const UNSEEN = /(?<=[\w@.+()-])[\u00ad\u200b-\u200d\u2060\ufeff]+(?=[\w@.+()-])/g;

/** The text with the characters that look like ASCII written in ASCII, where that hides nothing of what it says. */
export function plainText(text: string): string {
  const ascii = (found: string): string => found.normalize('NFKC');
  return text.replaceAll(OTHER_FORMS, ascii).replaceAll(CIRCLED, ascii).replaceAll(UNSEEN, '');
}
