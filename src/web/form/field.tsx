import type { ChoiceField, Field, FieldName, NumberField, Values } from '../fields/fields.ts';
import { inFieldUnits } from '../../core/recipe/with-unit.ts';
import type { FieldErrors } from '../api/field-errors.ts';
import { proposedValue } from './check-form.ts';

/** What every field of a form needs of it. */
export interface Fields {
  readonly values: Values;
  readonly errors: FieldErrors;
  readonly set: (name: FieldName, value: string) => void;
}

/** A field with its label, unit, help and what is wrong with it. */
export function FormField({ field, form }: { readonly field: Field; readonly form: Fields }) {
  return 'choices' in field ? <Choice field={field} form={form} /> : <Number field={field} form={form} />;
}

function Number({ field, form }: { readonly field: NumberField; readonly form: Fields }) {
  const { name, label, unit, placeholder, suggestions, several } = field;
  const { value, error, set } = of(field, form);
  return (
    <div class="field">
      <label for={name}>
        {label}
        {unit && <span class="hidden">, {unit}</span>}
      </label>
      <span class="with-unit">
        <input
          {...{ id: name, name, value, placeholder, type: 'text', autocomplete: 'off', spellcheck: false }}
          {...(several ? {} : { inputMode: 'decimal' as const })}
          {...(suggestions ? { list: `${name}-common` } : {})}
          {...described(name, error)}
          onInput={(event) => set(event.currentTarget.value)}
        />
        {unit && (
          <span class="unit" aria-hidden="true">
            {unit}
          </span>
        )}
      </span>
      {suggestions && <Suggestions name={name} suggestions={suggestions} />}
      <About {...{ name, label, help: inFieldUnit(field, value) ?? field.help, error }} onPropose={set} />
    </div>
  );
}

/** What a number with another unit is in that of its field. */
function inFieldUnit({ name, unit = '' }: NumberField, value: string): string | null {
  const converted = inFieldUnits({ [name]: value })[name]!;
  return converted === value ? null : `That is ${converted} ${unit}`.trim();
}

function Suggestions({
  name,
  suggestions,
}: { readonly name: string } & Required<Pick<NumberField, 'suggestions'>>) {
  return (
    <datalist id={`${name}-common`}>
      {suggestions.map(([value, what]) => (
        <option key={value} value={value} label={what} />
      ))}
    </datalist>
  );
}

function Choice({ field, form }: { readonly field: ChoiceField; readonly form: Fields }) {
  const { name, label, choices, help } = field;
  const { value, error, set } = of(field, form);
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select
        {...{ id: name, name, value }}
        {...described(name, error)}
        onChange={(event) => set(event.currentTarget.value)}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
      <About {...{ name, label, help, error }} onPropose={set} />
    </div>
  );
}

interface AboutProps {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly onPropose: (value: string) => void;
}

function About({ name, label, help, error, onPropose }: AboutProps) {
  const proposed = error === undefined ? null : proposedValue(error);
  return (
    <>
      <span class="help" id={`${name}-help`}>
        {help}
      </span>
      <span class="error" id={`${name}-error`} aria-live="polite">
        {error !== undefined && `${label} ${error} `}
        {proposed !== null && (
          <button type="button" class="plain" onClick={() => onPropose(proposed)}>
            Use {proposed}
          </button>
        )}
      </span>
    </>
  );
}

function of({ name }: Field, { values, errors, set }: Fields) {
  return { value: values[name] ?? '', error: errors.get(name), set: (value: string) => set(name, value) };
}

function described(name: string, error: string | undefined) {
  return {
    'aria-describedby': `${name}-help ${name}-error`,
    ...(error === undefined ? {} : { 'aria-invalid': true }),
  };
}
