import { createHash } from 'node:crypto';

/** The same text for the same bits. */
export function digest(...values: readonly (ArrayLike<number> | number | string | boolean | null)[]): string {
  const hash = createHash('sha256');
  for (const value of values) {
    if (value === null || typeof value !== 'object') hash.update(`${value} `);
    else hash.update(new Uint8Array(Float64Array.from(value).buffer));
  }
  return hash.digest('hex').slice(0, 16);
}
