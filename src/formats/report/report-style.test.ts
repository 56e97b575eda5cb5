import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { reportStyle } from './report-style.ts';

const page = readFileSync(new URL('../../web/public/style.css', import.meta.url), 'utf8');

/** Of each place where it is given, in order: light, dark, and in the report once more for paper. */
function valuesOf(style: string, name: string): string[] {
  return [...style.matchAll(new RegExp(`--${name}: (#[0-9a-f]+)`, 'g'))].map(([, value]) => value!);
}

it.each([
  ['paper', 'paper'],
  ['raised', 'ground'],
  ['ink', 'ink'],
  ['soft', 'soft'],
  ['line', 'line'],
  ['accent', 'accent'],
  ['warning', 'wrong'],
  ['review', 'review'],
  ['good', 'right'],
])('has for %s what the page has for %s, in light and dark', (mine, its) => {
  const both = valuesOf(page, its).slice(0, 2);
  expect(both).toHaveLength(2);
  expect(valuesOf(reportStyle, mine).slice(0, 2)).toEqual(both);
});
