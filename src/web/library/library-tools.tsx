import type { ResultQuery } from '../api/results.ts';
import type { LibraryQuery } from './library-query.ts';

const orders = [
  ['', 'newest first'],
  ['oldest', 'oldest first'],
  ['file_name', 'by file name'],
  ['sample', 'by sample'],
] as const;

const modes = [
  ['', 'off-axis and inline'],
  ['off-axis', 'off-axis alone'],
  ['inline', 'inline alone'],
] as const;

/** What the list shows, and in which order. */
export function LibraryTools({ query: { typed, set } }: { readonly query: LibraryQuery }) {
  return (
    <form
      class="library-tools"
      role="search"
      aria-label="Results"
      onSubmit={(event) => event.preventDefault()}
    >
      <label class="library-search">
        Search
        <input
          type="search"
          value={typed.q}
          maxLength={100}
          placeholder="file name, sample, note or identifier"
          onInput={(event) => set('q', event.currentTarget.value)}
        />
      </label>
      <Choice {...{ name: 'sort', label: 'Order', choices: orders, typed, set }} />
      <Choice {...{ name: 'holography_mode', label: 'Show', choices: modes, typed, set }} />
    </form>
  );
}

interface ChoiceProps extends Pick<LibraryQuery, 'typed' | 'set'> {
  readonly name: keyof ResultQuery;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

function Choice({ name, label, choices, typed, set }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} value={typed[name]} onChange={(event) => set(name, event.currentTarget.value)}>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
