/** Where the parabola through a sample and its two neighbours has its minimum; the sample itself at an end or on a line. */
export function parabolaVertex(x: readonly number[], y: readonly number[], k: number): number {
  if (k <= 0 || k >= x.length - 1) return x[Math.max(0, Math.min(x.length - 1, k))]!;
  const a = (y[k]! - y[k - 1]!) / (x[k]! - x[k - 1]!);
  const b = (y[k + 1]! - y[k]!) / (x[k + 1]! - x[k]!);
  const bend = (b - a) / (x[k + 1]! - x[k - 1]!);
  if (!(bend > 0)) return x[k]!;
  const vertex = (x[k]! + x[k - 1]!) / 2 - a / (2 * bend);
  return Math.max(x[k - 1]!, Math.min(x[k + 1]!, vertex));
}
