const WRITTEN = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * A time as it is written for an operator's command: with its zone, so that it is the same wherever the command is given;
 * a day alone begins at 00:00 UTC. The language itself would take the 31st of April for the 1st of May.
 * @returns null: it is none
 */
export function readTime(text: string): Date | null {
  const [, day] = WRITTEN.exec(text) ?? [];
  if (day === undefined) return null;
  const [time, midnight] = [new Date(text), new Date(`${day}T00:00Z`)];
  if (Number.isNaN(time.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  return time;
}
