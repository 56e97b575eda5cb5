/** Where a parabola through three values a step apart has its top, in steps from the middle one, at most `reach` of them; 0 where it has none. */
export function parabolaTop(before: number, here: number, after: number, reach = 1): number {
  const bend = before - 2 * here + after;
  return bend < 0 ? Math.max(-reach, Math.min(reach, (0.5 * (before - after)) / bend)) : 0;
}
