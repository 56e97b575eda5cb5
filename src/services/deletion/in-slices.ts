/** Rows handled by one query: bounds its parameters, and how long SQLite holds the process up. */
export const SLICE = 100;

/** Slices of a list, one at a time; in between, other requests of this process get their turn. */
export async function* inSlices<Item>(items: readonly Item[]): AsyncIterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await turn();
    yield items.slice(start, start + SLICE);
  }
}

/** Repeats a deletion of a bounded number of rows until it finds no more, and counts them. */
export async function deleteAll(some: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const found = Number((await some()).numDeletedRows);
    if (found === 0) return deleted;
    deleted += found;
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
