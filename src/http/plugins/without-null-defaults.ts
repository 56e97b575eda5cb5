/**
 * A copy in which no default is null: what may be left out and may be null means the same either way, and generators of
 * clients write `null` where their language has another word.
 */
export function withoutNullDefaults<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNullDefaults(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, part]) => name !== 'default' || part !== null);
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutNullDefaults(part)])) as T;
}
