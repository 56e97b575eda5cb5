import { variables } from './config.ts';

interface Described {
  readonly name: string;
  readonly initial: string;
  readonly description: string;
}

/** The table of variables for people at a terminal: name, default, meaning. */
export function describeConfig(): string {
  const rows = describeVariables();
  const width = (column: 'name' | 'initial') => Math.max(...rows.map((row) => row[column].length));
  return rows
    .map((row) =>
      `  ${row.name.padEnd(width('name'))}  ${row.initial.padEnd(width('initial'))}  ${row.description}`.trimEnd(),
    )
    .join('\n');
}

/** The same in Markdown, the same on every machine. */
export function configurationTable(): string {
  const rows = describeVariables().map(({ name, initial, description }) => {
    // how many cores this machine has is no news for others
    const shown =
      name === 'WORKERS' ? 'one per core' : initial.startsWith('(') ? initial.slice(1, -1) : `\`${initial}\``;
    const meaning = description.replace('; default: one per core', '').replaceAll('|', '\\|');
    return `| \`${name}\` | ${shown} | ${meaning} |`;
  });
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function describeVariables(): Described[] {
  return Object.entries(variables).map(([name, variable]) => {
    const result = variable.safeParse(undefined);
    const initial =
      result.success && result.data !== undefined ? String(result.data) || '(empty)' : '(not set)';
    return { name, initial, description: variable.description ?? '' };
  });
}
