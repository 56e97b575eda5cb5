/** The Server-Timing header (W3C): where the milliseconds went. */
export function serverTiming(stages: Readonly<Record<string, number>>): string {
  return Object.entries(stages)
    .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    .join(', ');
}

/** ms per stage of such a header. */
export function readServerTiming(header: unknown): Record<string, number> {
  if (typeof header !== 'string') return {};
  return Object.fromEntries(
    header.split(', ').map((part) => {
      const [name = '', duration] = part.split(';dur=');
      return [name, Number(duration)];
    }),
  );
}
