import { Refusal } from '../refusal.ts';

/** What an API key may be for. Whoever has all of them may also change the account: its keys, password and settings. */
export const scopes = ['reconstruct', 'read', 'delete', 'calibrate'] as const;
export type KeyScope = (typeof scopes)[number];

/** @param text the column of the table; null: everything, also what comes with a later version */
export function readScopes(text: string | null): readonly KeyScope[] {
  if (text === null) return scopes;
  const words = text.split(' ');
  return scopes.filter((scope) => words.includes(scope));
}

/** For the column of the table. */
export function writeScopes(given: readonly KeyScope[]): string | null {
  return scopes.every((scope) => given.includes(scope)) ? null : given.join(' ');
}

/**
 * @param ways sets of scopes, all of one of which a key has to have
 * @throws Refusal KEY_SCOPE
 */
export function checkScopes(has: readonly KeyScope[], ways: readonly (readonly KeyScope[])[]): void {
  const lacking = (way: readonly KeyScope[]) => way.some((scope) => !has.includes(scope));
  if (!ways.every(lacking)) return;
  const needed = ways.map((way) => inWords(way)).join(', or ');
  throw new Refusal(
    'KEY_SCOPE',
    `This API key is for ${inWords(has)}; here a key is needed that is for ${needed}.`,
  );
}

function inWords(given: readonly KeyScope[]): string {
  if (given.length === scopes.length) return `everything (${given.join(', ')})`;
  return given.join(' and ');
}
