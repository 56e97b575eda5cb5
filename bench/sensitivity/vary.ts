/** One number among the settings: the keys that lead to it. */
export type Place = readonly string[];

/** What all stages share: its numbers are a stage of their own. */
export const SHARED = 'evidence';

/** Every number in a settings value, those in lists and nested values included; not those that stages share. */
export function numbersIn(settings: object, before: Place = []): Place[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    if (key === SHARED) return [];
    if (typeof value === 'number') return [[...before, key]];
    return typeof value === 'object' && value !== null ? numbersIn(value as object, [...before, key]) : [];
  });
}

export function numberAt(settings: object, place: Place): number {
  return place.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings) as number;
}

/** The settings with one number times a factor; whole numbers stay whole and move by one at least. */
export function varied<S extends object>(settings: S, place: Place, factor: number): S {
  const value = numberAt(settings, place);
  const scaled = value * factor;
  const rounded = Math.round(scaled);
  const whole = rounded === value ? value + Math.sign(factor - 1) : rounded;
  return replaced(settings, place, Number.isInteger(value) ? whole : scaled);
}

function replaced<S extends object>(settings: S, [key, ...rest]: Place, value: number): S {
  const old = (settings as Record<string, unknown>)[key!];
  const part = rest.length === 0 ? value : replaced(old as object, rest, value);
  if (Array.isArray(settings)) return settings.with(Number(key), part) as unknown as S;
  return { ...settings, [key!]: part };
}

/** The settings with another value of what stages share, wherever they hold it. */
export function withShared<S extends object>(settings: S, shared: object): S {
  const entries = Object.entries(settings).map(([key, value]) => {
    if (key === SHARED) return [key, shared];
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [key, isNested ? withShared(value as object, shared) : value];
  });
  return Object.fromEntries(entries) as S;
}
