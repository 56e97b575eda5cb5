// @module-tag further/many
import { expect, test } from 'vitest';
import { Random } from '../src/core/simulate/random.ts';
import { mutate } from './fuzz/mutate.ts';
import { FileReader } from './fuzz/read-files.ts';
import { soundFiles } from './fuzz/sound-files.ts';

// the short form of test/fuzz/mutated-files.ts, which tries thousands, and the service with some of them

test('mutated files of every format give a frame or a problem, soon', async () => {
  const [files, random] = [await soundFiles(), Random.from(17)];
  await using reader = new FileReader();
  const seen = new Set<string>();
  for (let k = 0; k < 100; k++) {
    const { name, done, bytes } = mutate(files, random);
    // what is held up takes minutes, a slow machine some seconds
    const { outcome, fault } = await reader.read(bytes, 60_000);
    expect({ k, name, done, fault, outcome }).toMatchObject({ fault: false });
    for (const word of outcome.split(' ')) seen.add(word);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['frame', 'HOLOGRAM_UNREADABLE', 'HOLOGRAM_UNSUPPORTED']));
});
