import { useEffect, useState } from 'preact/hooks';
import { FormField, type Fields } from './field.tsx';
import { inline, offAxis, rig, sample, tolerances, type Field, type FieldName } from '../fields/fields.ts';

export interface ExpertFieldsProps {
  readonly form: Fields;
  readonly mode: string | undefined;
  /** what is not asked for here */
  readonly without?: readonly FieldName[];
}

/** What most requests leave alone. It opens by itself where something in it is wrong. */
export function ExpertFields({ form, mode, without = [] }: ExpertFieldsProps) {
  const shown = ({ name }: Field) => !without.includes(name);
  const own = (mode === 'inline' ? inline : offAxis).filter(shown);
  const reflected = form.values.sample_type === 'reflection';
  const ofSample = sample
    .filter(shown)
    .filter(({ name }) => !(reflected && name.startsWith('refractive_index')));
  const all = [...rig, ...tolerances, ...ofSample, ...own];
  const wrong = all.some(({ name }) => form.errors.has(name));
  const changed = all.filter(({ name }) => (form.values[name] ?? '') !== '').length;
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        More: optics, height, sideband
        {changed > 0 && <span class="small"> ({changed} filled in)</span>}
      </summary>
      <Group title="Optics" fields={[...rig, ...tolerances]} form={form} />
      <Group title="Sample and result" fields={ofSample} form={form} />
      {own.length > 0 && <Group title={mode === 'inline' ? 'Inline' : 'Off-axis'} fields={own} form={form} />}
    </details>
  );
}

interface GroupProps {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly form: Fields;
}

function Group({ title, fields, form }: GroupProps) {
  return (
    <fieldset class="group">
      <legend>{title}</legend>
      <div class="fields">
        {fields.map((field) => (
          <FormField key={field.name} field={field} form={form} />
        ))}
      </div>
    </fieldset>
  );
}
