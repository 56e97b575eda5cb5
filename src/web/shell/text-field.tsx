export interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly autocomplete?: 'off' | 'email' | 'new-password' | 'current-password';
  readonly help?: string;
  readonly error?: string | undefined;
  readonly onInput: (value: string) => void;
}

/** A line of text with its label, help and what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const { id, label, value, type = 'text', autocomplete = 'off', help = '', error, onInput } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...{ id, value, autocomplete, spellcheck: false }}
        // the types of Preact tell inputs apart by this, and know no choice among them
        type={type as 'text'}
        aria-describedby={`${id}-help ${id}-error`}
        aria-invalid={error === undefined ? undefined : true}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <span class="help" id={`${id}-help`}>
        {help}
      </span>
      <span class="error" id={`${id}-error`} aria-live="polite">
        {error}
      </span>
    </div>
  );
}
