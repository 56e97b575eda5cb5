import { numbersIn } from './vary.ts';

const MARKED = /(<!-- bench\/sensitivity\.ts ([\w-]+)[^>]*-->\n)([^]*?)(<!-- end -->)/g;
const ROW = /^\| ([\w.]+\.\w+|\w+) \| [-\d.e]+ \| (.*) \| (.*) \|\n/gm;
const COUNT = /^\d+ settings, \d+ of which change nothing: .*$/m;

/**
 * A page of docs/accuracy without the rows of settings that are gone since it was measured, and with those that are left
 * counted anew.
 * @param settingsOf the settings of each stage
 */
export function withPresentRows(page: string, settingsOf: Readonly<Record<string, object>>): string {
  return page.replaceAll(MARKED, (_, start: string, stage: string, table: string, end: string) => {
    const known = new Set(numbersIn(settingsOf[stage]!).map((place) => place.join('.')));
    const isGone = (setting: string) => !known.has(setting);
    if (![...table.matchAll(ROW)].some(([, setting]) => isGone(setting!))) return start + table + end;
    const left = table.replaceAll(ROW, (row, setting: string) => (isGone(setting) ? '' : row));
    return start + left.replace(COUNT, countOf([...left.matchAll(ROW)].length, idle(left))) + end;
  });
}

/** Settings of a table that change nothing to either side. */
const idle = (table: string): string[] =>
  [...table.matchAll(ROW)]
    .filter(([, , less, more]) => less === '–' && more === '–')
    .map(([, setting]) => setting!);

/** The settings of a stage that change nothing in a page's tables. */
export const idleIn = (page: string, stage: string): string[] =>
  [...page.matchAll(MARKED)].flatMap(([, , of, table]) => (of === stage ? idle(table!) : []));

export const countOf = (all: number, idle: readonly string[]) =>
  `${all} settings, ${idle.length} of which change nothing: ${idle.join(', ') || '–'}`;
