import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');
const below = (folder: string) =>
  readdirSync(root + folder, { recursive: true }).map((name) => `${folder}/${String(name)}`);

interface Selector {
  readonly sheet: string;
  readonly text: string;
}

/** Every selector of the page's style sheets, which all hold for the whole page. */
const selectors: readonly Selector[] = below('src/web')
  .filter((path) => path.endsWith('.css'))
  .flatMap((sheet) =>
    [
      ...read(sheet)
        .replaceAll(/\/\*.*?\*\//gs, '')
        .matchAll(/([^{}]+)\{/g),
    ]
      .map(([, list]) => list!.trim())
      .filter((list) => !list.startsWith('@'))
      .flatMap((list) => list.split(',').map((text) => ({ sheet, text: text.trim() }))),
  );

const classesIn = (text: string) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!);

/** Classes that are styled wherever they stand, with the sheets that do so. */
const everywhere = new Map<string, Set<string>>();
for (const { sheet, text } of selectors) {
  const name = /^\.([\w-]+)$/.exec(text)?.[1];
  if (name) everywhere.set(name, (everywhere.get(name) ?? new Set()).add(sheet));
}

/** All words of all texts in the sources of pages; of one that is put together, the pieces, with `…` at the joints. */
function wordsOfPages(): Set<string> {
  const words = new Set<string>();
  const take = (text: string) => text.split(/[\s"'=<>]+/).forEach((word) => words.add(word));
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) take(node.text);
    else if (ts.isTemplateExpression(node)) {
      const { head, templateSpans } = node;
      take([head.text, ...templateSpans.map(({ literal }) => literal.text)].join('…'));
    }
    ts.forEachChild(node, visit);
  };
  const paths = [...below('src/web'), ...below('src/http')].filter((path) => /\.tsx?$/.test(path));
  for (const path of paths.filter((path) => !path.includes('.test.'))) {
    visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest));
  }
  return words;
}

describe('the style sheets of the page', () => {
  it('style no class that no page has', () => {
    const words = wordsOfPages();
    const made = [...words].filter((word) => word.length > 1 && word.endsWith('…'));
    const used = (name: string) =>
      words.has(name) ||
      made.some((word) => name.startsWith(word.replace(/…+$/, ''))) ||
      name.startsWith('u-');
    expect(
      [...new Set(selectors.flatMap(({ text }) => classesIn(text)))].filter((name) => !used(name)),
    ).toEqual([]);
  });

  it('style a class everywhere in one sheet only', () => {
    expect([...everywhere].filter(([, sheets]) => sheets.size > 1).map(([name]) => name)).toEqual([]);
  });

  it('give no class that is styled everywhere a second meaning as the mark of another', () => {
    const marks = selectors.flatMap(({ text }) =>
      [...text.matchAll(/(?<=\.[\w-]+(?:\.[\w-]+)*)\.([\w-]+)/g)].map(([, name]) => name!),
    );
    expect(marks.length).toBeGreaterThan(0);
    expect([...new Set(marks)].filter((name) => everywhere.has(name))).toEqual([]);
  });
});
