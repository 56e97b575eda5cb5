interface Units {
  /** how the field's own unit is written */
  readonly word: string;
  /** what one of another unit is in the field's own */
  readonly factors: Readonly<Record<string, number>>;
}

/** What people write lengths in, in µm. */
const LENGTHS_UM: Readonly<Record<string, number>> = {
  ...{ å: 1e-4, angstrom: 1e-4, nm: 1e-3, nanometers: 1e-3, nanometres: 1e-3 },
  ...{ µm: 1, μm: 1, um: 1, micron: 1, microns: 1, micrometers: 1, micrometres: 1 },
  ...{ mm: 1e3, millimeters: 1e3, millimetres: 1e3, cm: 1e4, centimeters: 1e4, centimetres: 1e4, m: 1e6 },
  ...{ in: 25_400, inch: 25_400, inches: 25_400 },
};
const FREQUENCIES_PER_UM: Readonly<Record<string, number>> = {
  ...{ '/nm': 1e3, '/µm': 1, '/μm': 1, '/um': 1, '/mm': 1e-3, '/cm': 1e-4 },
};
/** By the end of a field's name, the longer before the shorter. */
const UNITS: readonly (readonly [string, Units])[] = [
  ['_cycles_per_um', { word: 'cycles/µm', factors: FREQUENCIES_PER_UM }],
  ['_cycles_per_px', { word: 'cycles/px', factors: { '/px': 1 } }],
  ['_nm', { word: 'nm', factors: lengths(1e-3) }],
  ['_um', { word: 'µm', factors: lengths(1) }],
  ['_mm', { word: 'mm', factors: lengths(1e3) }],
  ['magnification', { word: '', factors: { x: 1, '×': 1 } }],
];
/** Fields of several numbers, which commas separate: there a comma in a number is none. */
const LISTS = ['stack_z_mm', 'carrier_cycles_per_px'];

const NUMBER_AND_UNIT =
  /^([+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?)\s*(?:(?:cycles?|lp|1)?\s*(?=\/))?(\/?[a-zµμå×]*)$/iu;
/** A product of two such numbers comes out with rounding in its last digits. */
const DIGITS = 12;

export interface InUnit {
  /** the number in the unit of the field, as a plain text */
  readonly text: string;
  /** the field's unit; empty: it has none */
  readonly unit: string;
}

function lengths(ownUm: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(LENGTHS_UM).map(([name, um]) => [name, um / ownUm]));
}

function unitsOf(field: string): Units | null {
  return UNITS.find(([end]) => field.endsWith(end))?.[1] ?? null;
}

/**
 * A number as people write it ("633 nm", "5 cm", "3,45 µm", "20×") in the unit that a field's name says (`wavelength_um`,
 * `z_mm`). null: it is a plain number already, or none that the field could hold.
 */
export function inUnitOf(field: string, text: string): InUnit | null {
  const parts = NUMBER_AND_UNIT.exec(text.trim().replace('−', '-'));
  if (!parts || LISTS.includes(field) || !takesNumber(field)) return null;
  return converted(field, parts[1]!, parts[2]!, text.trim());
}

function converted(field: string, digits: string, written: string, text: string): InUnit | null {
  const units = unitsOf(field);
  const plain = digits.replace(',', '.');
  if (written === '' && plain === text) return null;
  const factor = written === '' ? 1 : units?.factors[written.toLowerCase()];
  const value = Number(plain);
  if (factor === undefined || !Number.isFinite(value)) return null;
  return { text: String(Number((value * factor).toPrecision(DIGITS))), unit: units?.word ?? '' };
}

/** Whether a decimal comma is one: in fields with a unit, and in these. */
function takesNumber(field: string): boolean {
  return unitsOf(field) !== null || field.startsWith('refractive_index_');
}

/** The fields of a form or a command line with every number in the unit of its field; what is none stays as it is. */
export function inFieldUnits<Fields extends Readonly<Record<string, string>>>(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, text]) => [name, inFieldUnit(name, text)] as const);
  return Object.fromEntries(entries) as Fields;
}

function inFieldUnit(name: string, text: string): string {
  if (LISTS.includes(name)) return listInUnit(name, text) ?? text;
  return inUnitOf(name, text)?.text ?? text;
}

/**
 * Several numbers: each with its unit, or one unit behind the last for all of them. Where semicolons separate them, commas
 * are decimal. null: there is nothing to convert, or it could be read in two ways.
 */
function listInUnit(name: string, text: string): string | null {
  const separator = text.includes(';') ? ';' : ',';
  const parts = text.split(separator).map((part) => NUMBER_AND_UNIT.exec(part.trim().replace('−', '-')));
  if (parts.some((part) => part === null)) return null;
  const written = parts.map((part) => part![2]!);
  const last = written.at(-1)!;
  const each = written.every((unit) => unit !== '');
  if (!each && written.slice(0, -1).some((unit) => unit !== '')) return null;
  const numbers = parts.map((part, k) => {
    const unit = each ? written[k]! : last;
    return unit === '' ? { text: part![1]!.replace(',', '.') } : converted(name, part![1]!, unit, '');
  });
  if (numbers.some((number) => number === null)) return null;
  return numbers.map((number) => number!.text).join(',');
}
