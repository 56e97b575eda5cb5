/** What people write lengths in, in µm. */
const LENGTHS_UM: Readonly<Record<string, number>> = {
  ...{ å: 1e-4, angstrom: 1e-4, nm: 1e-3, µm: 1, μm: 1, um: 1, micron: 1, microns: 1 },
  ...{ mm: 1e3, cm: 1e4, m: 1e6 },
};
/** The unit that a field's name ends in, in µm, and how people write it. */
const FIELD_UNITS = {
  _nm: { um: 1e-3, word: 'nm' },
  _um: { um: 1, word: 'µm' },
  _mm: { um: 1e3, word: 'mm' },
} as const;

const NUMBER_AND_UNIT = /^([+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?)\s*([a-zµμå]*)$/i;
/** A product of two such numbers comes out with rounding in its last digits. */
const DIGITS = 12;

export interface InUnit {
  /** the number in the unit of the field, as a plain text */
  readonly text: string;
  /** the field's unit */
  readonly unit: string;
}

/**
 * A length as people write it ("633 nm", "5 cm", "3,45 µm") in the unit that a field's name says (`wavelength_um`,
 * `z_mm`). null: the field is no length, or the text no number with a unit or a decimal comma that is one.
 */
export function inUnitOf(field: string, text: string): InUnit | null {
  const own = FIELD_UNITS[/_[num]m$/.exec(field)?.[0] as keyof typeof FIELD_UNITS];
  const parts = text.split(/[,;]\s+|;/).length > 1 ? null : NUMBER_AND_UNIT.exec(text.trim());
  if (!own || !parts) return null;
  const [, digits, written] = parts;
  if (written === '' && !digits!.includes(',')) return null;
  const unit = written === '' ? own.um : LENGTHS_UM[written!.toLowerCase()];
  const value = Number(digits!.replace(',', '.'));
  if (unit === undefined || !Number.isFinite(value)) return null;
  return { text: String(Number(((value * unit) / own.um).toPrecision(DIGITS))), unit: own.word };
}

/** The fields of a form or a command line with every length in the unit of its field; what is none stays as it is. */
export function inFieldUnits<Fields extends Readonly<Record<string, string>>>(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, text]) => [name, convertedOr(name, text)] as const);
  return Object.fromEntries(entries) as Fields;
}

/** Distances of a stack are separated by commas, so theirs are decimal points. */
function convertedOr(name: string, text: string): string {
  if (name !== 'stack_z_mm') return inUnitOf(name, text)?.text ?? text;
  return text
    .split(',')
    .map((part) => inUnitOf(name, part)?.text ?? part)
    .join(',');
}
