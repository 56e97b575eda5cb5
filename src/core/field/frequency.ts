/** A place in the spectrum, cycles per camera pixel. */
export interface Frequency {
  readonly x: number;
  readonly y: number;
}

export function distance(a: Frequency, b: Frequency): number {
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}
