/** Whether a Prefer header (RFC 7240) asks for `respond-async`. */
export function prefersAsync(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',');
  return preferences.some((preference) => preference.split(';')[0]!.trim().toLowerCase() === 'respond-async');
}
