import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { flagTitles } from '../src/web/viewer/verdict.ts';

/** A flag as code makes it: `flag('code', …)`, `add('code', …)`, or an object with a code beside its level or detail. */
const MADE =
  /\b(?:flag|add)\(\s*'([a-z_0-9]+)',\s*(?:'(?:warning|needs_review|info)'|\w+ \?)|code: '([a-z_0-9]+)',\s*(?:level|detail)/g;
/** Codes that are put together, and the one of a refusal that looks like a flag. */
const FORMATS = ['format_bmp', 'format_hdf5', 'format_jpeg', 'format_mat'];

function made(): string[] {
  const files = ['src/core', 'src/formats'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const codes = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(MADE)].map(([, called, written]) => called ?? written!),
  );
  return [...new Set([...codes, ...FORMATS])].sort();
}

it('docs/flags.md lists every flag that a result can have, in the words of the page', () => {
  const rows = [...readFileSync('docs/flags.md', 'utf8').matchAll(/^\| `(\w+)` \| [a-z_, ]+ \| (.+) \|$/gm)];
  const listed = Object.fromEntries(rows.map(([, code, words]) => [code!, words!]));
  const codes = made();
  expect(codes.length).toBeGreaterThan(50);
  expect(Object.keys(listed).sort()).toEqual(codes);
  expect(listed).toEqual(flagTitles);
});
