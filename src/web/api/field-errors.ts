import { inPageWords } from '../fields/page-words.ts';

/** What is wrong with the fields, in the page's words: field → message. */
export type FieldErrors = ReadonlyMap<string, string>;

/** Several messages about one field become one. */
export function byField(
  errors: readonly { readonly pointer: string; readonly message: string }[],
): FieldErrors {
  const found = new Map<string, string>();
  for (const { pointer, message } of errors) {
    const name = pointer.split('/')[1] ?? '';
    found.set(name, [found.get(name), inPageWords(message)].filter(Boolean).join('; '));
  }
  return found;
}
