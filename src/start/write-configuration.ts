/** Puts the table of environment variables into docs/operations.md; a test compares the two. */
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationTable } from './describe-config.ts';

export const operationsPage = new URL('../../docs/operations.md', import.meta.url);

const MARKS = /(<!-- configuration -->\n)[^]*?(<!-- end -->)/;

/** The page with the table as it has to be. @throws where there is no place for it */
export function configurationPage(page: string): string {
  if (!MARKS.test(page)) throw new Error('the page has no place for the table');
  return page.replace(
    MARKS,
    (_, start: string, end: string) => `${start}\n${configurationTable()}\n\n${end}`,
  );
}

if (import.meta.main) {
  writeFileSync(operationsPage, configurationPage(readFileSync(operationsPage, 'utf8')));
}
