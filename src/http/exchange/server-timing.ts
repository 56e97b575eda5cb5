/** The Server-Timing header (W3C): where the milliseconds went. */
export function serverTiming(stages: Readonly<Record<string, number>>): string {
  return Object.entries(stages)
    .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    .join(', ');
}
