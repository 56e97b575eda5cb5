import type { Authority } from '../../formats/timestamp/timestamp-token.ts';

/**
 * Certificates (PEM) of those whose timestamps are believed; what reads them is loaded where it is wanted.
 * @throws Error in words
 */
export async function authoritiesIn(pem: string): Promise<Authority[]> {
  const { readAuthorities } = await import('../../formats/timestamp/timestamp-token.ts');
  return readAuthorities(pem);
}
