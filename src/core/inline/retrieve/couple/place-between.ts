/** Where a sample lies among coarser ones: between `first` and `next`, by `share` of the way. */
export interface PlaceBetween {
  readonly first: number;
  readonly next: number;
  readonly share: number;
}

/**
 * Of sample `k` among `count` that are `factor` times as far apart, their edges together.
 * @returns the nearest of them beyond the first and the last one's middle
 */
export function placeBetween(k: number, factor: number, count: number): PlaceBetween {
  const at = Math.max(0, Math.min(count - 1, (k + 0.5) / factor - 0.5));
  const first = Math.min(Math.floor(at), Math.max(0, count - 2));
  return { first, next: Math.min(first + 1, count - 1), share: at - first };
}
