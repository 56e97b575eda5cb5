/** µm per unit, by the names of OME's UnitsLength and of ImageJ. Pixels and “reference frame” are no lengths. */
const UNITS_UM: Readonly<Record<string, number>> = {
  ...{ Å: 1e-4, pm: 1e-6, nm: 1e-3, µm: 1, μm: 1, um: 1, micron: 1, microns: 1 },
  ...{ mm: 1e3, cm: 1e4, m: 1e6, in: 25_400, inch: 25_400, inches: 25_400 },
};
const PREFIXES_UM: Readonly<Record<string, number>> = { nano: 1e-3, micro: 1, milli: 1e3, centi: 1e4 };
/** Rounding in the last digits of a product is nobody's entry. */
const DIGITS = 9;

/** A length as metadata write it, in µm; null: it is none, or in a unit that is none. */
export function lengthUm(value: string | undefined, unit: string): number | null {
  const factor = unitUm(unit.trim());
  const number = value === undefined || value.trim() === '' ? NaN : Number(value);
  if (factor === undefined || !Number.isFinite(number) || number <= 0) return null;
  return Number((number * factor).toPrecision(DIGITS));
}

/** Words as people write them; of symbols, capitals are others: Mm is no mm. */
function unitUm(unit: string): number | undefined {
  const word = unit.toLowerCase();
  const prefix = /^(nano|micro|milli|centi)met(?:er|re)s?$/.exec(word)?.[1];
  if (prefix !== undefined) return PREFIXES_UM[prefix];
  const name = /^(?:microns?|inch(?:es)?)$/.test(word) ? word : unit;
  return Object.hasOwn(UNITS_UM, name) ? UNITS_UM[name] : undefined;
}
