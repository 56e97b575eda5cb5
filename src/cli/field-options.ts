import { inFieldUnits } from '../core/recipe/with-unit.ts';

/** Values of options as they were given. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** `--wavelength-um` for `wavelength_um` */
export function optionOf(field: string): string {
  return `--${field.replaceAll('_', '-')}`;
}

/**
 * The fields of a request, as texts; lengths with a unit ("633 nm") in the unit of their field.
 * @param names fields whose options have their names
 * @param shorter the options of fields that have a shorter one as well
 */
export function fieldsOf(
  values: OptionValues,
  names: readonly string[],
  shorter: Readonly<Record<string, string>>,
): Record<string, string> {
  const options = [...names.map((name) => [name, optionOf(name).slice(2)]), ...Object.entries(shorter)];
  const given = options.flatMap(([field, option]) => {
    const value = values[option!];
    return typeof value === 'string' ? [[field!, value] as const] : [];
  });
  return inFieldUnits(Object.fromEntries(given));
}
