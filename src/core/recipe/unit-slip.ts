interface Unit {
  readonly name: string;
  /** what one of it is in the unit that was asked for */
  readonly factor: number;
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Lengths that people mistake for µm, likeliest first. */
export const insteadOfMicrometres: readonly Unit[] = [
  { name: 'nm', factor: 1e-3 },
  { name: 'mm', factor: 1e3 },
  { name: 'm', factor: 1e6 },
  { name: 'Å', factor: 1e-4 },
];

/** Lengths that people mistake for mm. */
export const insteadOfMillimetres: readonly Unit[] = [
  { name: 'µm', factor: 1e-3 },
  { name: 'nm', factor: 1e-6 },
];

const DIGITS = 12;

/** `: 650 nm? did you mean 0.65?` where a value out of range would be in range in another unit, or nothing. */
export function unitSlip(value: number, { min, max }: Range, units: readonly Unit[]): string {
  for (const { name, factor } of units) {
    const meant = Number((value * factor).toPrecision(DIGITS));
    if (meant >= min && meant <= max) return `: that looks like ${name}, did you mean ${meant}?`;
  }
  return '';
}
