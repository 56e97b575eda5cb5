/** µm per unit, by the names of OME's UnitsLength and of ImageJ. Pixels and “reference frame” are no lengths. */
const UNITS_UM: Readonly<Record<string, number>> = {
  ...{ Å: 1e-4, pm: 1e-6, nm: 1e-3, µm: 1, μm: 1, um: 1, micron: 1, microns: 1, micrometer: 1 },
  ...{ mm: 1e3, cm: 1e4, m: 1e6, in: 25_400, inch: 25_400, '\\u00B5m': 1 },
};
/** Rounding in the last digits of a product is nobody's entry. */
const DIGITS = 9;

/** A length as metadata write it, in µm; null: it is none, or in a unit that is none. */
export function lengthUm(value: string | undefined, unit: string): number | null {
  const factor = UNITS_UM[unit.trim()];
  const number = value === undefined || value.trim() === '' ? NaN : Number(value);
  if (factor === undefined || !Number.isFinite(number) || number <= 0) return null;
  return Number((number * factor).toPrecision(DIGITS));
}
