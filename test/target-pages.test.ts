import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { targetPages } from '../docs/targets/pages.ts';

const folder = new URL('../docs/targets/', import.meta.url);

it('every target has its page and drawing as its model makes them: node docs/targets/make.ts', () => {
  const pages = targetPages();
  const made = readdirSync(folder).filter((name) => !name.endsWith('.ts'));
  expect(made.sort()).toEqual([...pages.keys()].sort());
  for (const [name, text] of pages) expect(readFileSync(new URL(name, folder), 'utf8'), name).toBe(text);
});
