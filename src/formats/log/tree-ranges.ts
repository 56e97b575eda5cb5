/** Leaves from `start` up to, not including, `end`. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** A complete subtree: 2^level leaves, the one at `position` from the left. */
export interface Subtree {
  readonly level: number;
  readonly position: number;
}

/** The subtrees whose hashes prove a leaf: from its sibling to the root's child (RFC 6962 2.1.1). */
export function inclusionRanges(index: number, size: number, start = 0): LeafRange[] {
  if (size === 1) return [];
  const left = largestPowerBelow(size);
  return index < left
    ? [...inclusionRanges(index, left, start), { start: start + left, end: start + size }]
    : [...inclusionRanges(index - left, size - left, start + left), { start, end: start + left }];
}

/** The subtrees whose hashes prove that the first `old` of `size` leaves are a tree of before (RFC 6962 2.1.2). */
export function consistencyRanges(old: number, size: number, start = 0, isWhole = true): LeafRange[] {
  if (old === size) return isWhole ? [] : [{ start, end: start + size }];
  const left = largestPowerBelow(size);
  return old <= left
    ? [...consistencyRanges(old, left, start, isWhole), { start: start + left, end: start + size }]
    : [...consistencyRanges(old - left, size - left, start + left, false), { start, end: start + left }];
}

/** The complete subtrees of a range that the tree has a node for, from left to right. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const found: Subtree[] = [];
  let at = start;
  while (at < end) {
    let level = 0;
    while (2 ** (level + 1) <= end - at) level++;
    found.push({ level, position: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** The largest power of 2 that is smaller than a size of 2 or more. */
function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
