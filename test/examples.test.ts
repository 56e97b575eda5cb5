import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands, makeExamples } from '../examples/make.ts';
import { decodePng } from '../src/formats/decode/image/png.ts';

const committed = new URL('../examples/', import.meta.url);
const names = commands.flatMap((command) => command.split(' ').filter((word) => word.endsWith('.png')));

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leith-examples-'));
  await makeExamples(folder, () => undefined);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('examples', () => {
  it.each(names)('%s has the pixels that its command makes now', async (name) => {
    const decode = (path: string | URL) => decodePng(new Uint8Array(readFileSync(path)));
    const kept = await decode(new URL(name, committed));
    const made = await decode(join(folder, name));
    expect({ ...kept, samples: 0 }).toEqual({ ...made, samples: 0 });
    expect(Buffer.from(kept.samples.buffer).equals(Buffer.from(made.samples.buffer))).toBe(true);
  });

  it.each(names)('%s is small enough to be handed around', (name) => {
    expect(statSync(new URL(name, committed)).size).toBeLessThan(1.5e6);
  });

  it.each(commands)('the README quotes: leith simulate %s', (command) => {
    const words = (text: string) => text.replaceAll('\\\n', ' ').replaceAll(/\s+/g, ' ');
    const readme = readFileSync(new URL('README.md', committed), 'utf8');
    expect(words(readme)).toContain(`npx leith simulate ${command}`);
  });
});
