/** A stretch of a list that is wanted. */
export interface PageRequest {
  readonly limit: number;
  /** the key of the last item of the page before; null: from the beginning */
  readonly after: string | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** the key to go on after; null: that was all */
  readonly next: string | null;
}

/**
 * The page among rows of which one more than the limit was asked for: the one too many says that there is more.
 * @param keyOf what the list is ordered by, unique
 */
export function cutPage<Item>(
  rows: readonly Item[],
  { limit }: PageRequest,
  keyOf: (item: Item) => string,
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? keyOf(last) : null };
}
