/** Which whole numbers n give an n · period + at that is less than `reach` outside from … to. */
export function repeatsWithin(from: number, to: number, period: number, at: number, reach: number): number[] {
  const first = Math.ceil((from - reach - at) / period);
  const last = Math.floor((to + reach - at) / period);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}
