/** What a package can hold, in the order in which it holds it. */
export const outputNames = [
  ...(['phase', 'phase_wrapped', 'amplitude', 'phase_uncertainty', 'phase_noise'] as const),
  ...(['height', 'field', 'previews'] as const),
] as const;

export type OutputName = (typeof outputNames)[number];

/** The names of a comma-separated text, or of a list, in the order of the package; or the value itself where that can't be told. */
export function readOutputs(value: unknown): unknown {
  const names: unknown = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  if (!Array.isArray(names)) return names;
  const place = (name: unknown) => (outputNames as readonly unknown[]).indexOf(name);
  return names.every((name) => place(name) >= 0) ? names.toSorted((a, b) => place(a) - place(b)) : names;
}
