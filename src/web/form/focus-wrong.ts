import type { FieldErrors } from '../api/field-errors.ts';

/** The first field of the form that is wrong gets the focus, once it is shown as wrong. */
export function focusWrong(form: HTMLElement, errors: FieldErrors): void {
  setTimeout(() => {
    const fields = [...form.querySelectorAll<HTMLElement>('input[id], select[id]')];
    fields.find(({ id }) => errors.has(id))?.focus();
  }, 50);
}
