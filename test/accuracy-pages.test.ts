import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withPickedRows } from '../bench/picked-rows.ts';
import { notVaried, withNotVaried } from '../bench/sensitivity/not-varied.ts';
import { withPresentRows } from '../bench/sensitivity/present-rows.ts';
import { settingsOf } from '../bench/sensitivity/settings-of.ts';

const docs = new URL('../docs/', import.meta.url);
const read = (address: string) => readFileSync(new URL(address, docs), 'utf8');
const front = read('accuracy.md');

/** Numbers as they are written, but for commas between thousands. */
const numbersOf = (text: string) =>
  [...text.replace(/(?<=\d),(?=\d{3})/g, '').matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number);

describe('docs/accuracy.md', () => {
  it('is read in one sitting: at most 2,000 words, tables counted in, and ten tables', () => {
    const seen = front.replace(/<!--[^]*?-->/g, '');
    const words = seen.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    expect(words.length).toBeLessThanOrEqual(2000);
    expect(front.match(/^\|[ -]+\|[ |-]*$/gm)!.length).toBeLessThanOrEqual(10);
  });

  it('has the rows of the pages that they come from: node bench/document.ts --rows renews them', () => {
    expect(withPickedRows(front, read)).toBe(front);
    // no table beside those
    expect(front.match(/^\| ?---/gm)!.length).toBe(front.match(/^<!-- rows of /gm)!.length);
  });

  it('has no number in its text that is not on a page which the same paragraph links to', () => {
    const text = front.replace(/<!-- rows[^]*?<!-- end -->/g, '');
    const measured = text.slice(text.indexOf('## Off-axis'));
    const paragraphs = measured.split(/\n\n|\n(?=- )/);
    const unfounded = paragraphs.flatMap((paragraph) => {
      const sources = [...paragraph.matchAll(/\]\((accuracy\/[\w-]+\.md)/g)].map(([, address]) =>
        read(address!),
      );
      const plain = paragraph.replace(/\]\([^)]*\)/g, ']').replace(/`[^`]*`/g, '');
      return numbersOf(plain).filter(
        (number) => !sources.some((source) => numbersOf(source).includes(number)),
      );
    });
    expect(unfounded).toEqual([]);
  });

  it('links to every page below docs/accuracy', () => {
    for (const name of readdirSync(new URL('accuracy/', docs))) expect(front).toContain(`(accuracy/${name})`);
  });
});

/** A sequence takes hundreds of frames, and what a profile may be used for is a bound of a promise: tests at the bounds hold both. */
const withoutCases = ['calibrate-apply/apply-settings.ts', 'sequence/sequence-settings.ts'];

describe('the pages of what settings do', () => {
  const pages = readdirSync(new URL('accuracy/', docs)).filter((name) => name.startsWith('sensitivity-'));

  it.each(pages)('%s has no row of a setting that is gone: node bench/sensitivity.ts --rows', (name) => {
    const page = read(`accuracy/${name}`);
    expect(page).toMatch(/<!-- bench\/sensitivity\.ts /);
    expect(withPresentRows(page, settingsOf)).toBe(page);
  });

  it('list each setting that has no row: node bench/sensitivity.ts --rows', () => {
    const all = pages.map((name) => read(`accuracy/${name}`));
    const left = notVaried(all, settingsOf);
    for (const page of all) expect(withNotVaried(page, left)).toBe(page);
    const listed = all.flatMap((page) => [...page.matchAll(/<!-- not varied: ([\w-]+) -->/g)]);
    expect(listed.map(([, stage]) => stage).sort()).toEqual(Object.keys(settingsOf).sort());
  });

  it('know of every settings file of core', async () => {
    const within = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(within)] : [];
    const known = new Set(within(settingsOf));
    const core = new URL('../src/core/', import.meta.url);
    const settings = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('-settings.ts'),
    );
    const unknown: string[] = [];
    for (const file of settings) {
      const exported = Object.values((await import(new URL(file, core).href)) as Record<string, object>);
      const isVaried = (one: object) => known.has(one) || Object.values(one).every((part) => known.has(part));
      if (!exported.some(isVaried)) unknown.push(file);
    }
    expect(unknown).toEqual(withoutCases);
  });

  it('lose the rows of settings that are gone, and are counted anew', () => {
    const rows = ['a.kept | 3 | – | –', 'a.gone | 2 | – | –', 'a.other | 0.5 | 1 changed | –'];
    const page = (lines: readonly string[], count: string) =>
      `<!-- bench/sensitivity.ts it a. -->\n${lines.map((line) => `| ${line} |\n`).join('')}\n${count}\n<!-- end -->`;
    const before = page(rows, '3 settings, 2 of which change nothing: a.kept, a.gone');
    const after = page([rows[0]!, rows[2]!], '2 settings, 1 of which change nothing: a.kept');
    expect(withPresentRows(before, { it: { a: { kept: 3, other: 0.5 } } })).toBe(after);
  });
});

describe('picked rows', () => {
  const whole =
    'Text.\n\n| case | with | error | error |\n| --- | --- | --- | --- |\n| a | no | 1 | 2 |\n| a | yes | 3 | 4 |\n';
  const short = (rows: string, head = '| case | with | error |') =>
    `<!-- rows of whole.md, table 1 -->\n\n${head}\n| --- | --- | --- |\n${rows}\n\n<!-- end -->`;
  const picked = (page: string) => withPickedRows(page, () => whole);

  it('come out with the numbers of the page and tell how many of its rows they are', () => {
    expect(picked(short('| a | yes | 7 |'))).toContain('| a | yes | 3 |\n\n1 of [2 rows](whole.md).');
    expect(picked(short('| a | no | 7 | 7 |', '| case | with | error | error |'))).toContain(
      '| a | no | 1 | 2 |',
    );
  });

  it('are told where the page has no such row, column or table', () => {
    expect(() => picked(short('| b | yes | 3 |'))).toThrow('0 rows “b | yes | 3”');
    expect(() => picked(short('| a |', '| case |'))).toThrow('2 rows “a”');
    expect(() => picked(short('| a | 3 |', '| case | fault |'))).toThrow('no column “fault”');
    expect(() => withPickedRows(short('| a | yes | 3 |'), () => 'Text.')).toThrow('no table 1 of whole.md');
  });
});
