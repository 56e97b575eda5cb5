import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderWatch, type WatchTimes } from './watch-folder.ts';

const TIMES: WatchTimes = { settleMs: 60, orderMs: 700, stuckMs: 700 };

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'leith-watch-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const write = (...names: string[]) => names.forEach((name) => writeFileSync(at(name), name));

/** Watches, does something after each file, and ends after so many. */
async function watched(count: number, after: (name: string) => void = () => {}, times = TIMES) {
  const warned: string[] = [];
  const taken: string[] = [];
  const ended = new AbortController();
  const files = new FolderWatch(folder, (text) => void warned.push(text), times).files(ended.signal);
  for await (const path of files) {
    taken.push(basename(path));
    after(basename(path));
    if (taken.length === count) ended.abort();
  }
  return { taken, warned };
}

it('takes frames in natural order, and nothing else', async () => {
  write('f2.tif', 'f10.tif', 'f1.tif', 'f3.tif.part', '.f4.tif', '~f5.tif', 'log.txt');
  expect(await watched(3, (name) => name === 'f2.tif' && write('f11.tif'))).toEqual({
    taken: ['f1.tif', 'f2.tif', 'f10.tif', 'f11.tif'],
    warned: [],
  });
});

it('takes what was completed together at once, however slowly it is used', async () => {
  const names = Array.from({ length: 20 }, (_, k) => `f${k + 1}.tif`);
  write(...names);
  const began = performance.now();
  const slow = (name: string) => {
    if (name === 'f1.tif') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    if (name === 'f10.tif') write('f21.tif');
  };
  const { taken } = await watched(21, slow, { ...TIMES, settleMs: 300 });
  expect(taken).toEqual([...names, 'f21.tif']);
  // one settling time for all that are there, 20 would be 6 s; and what the first one's use takes is no time of listing
  expect(performance.now() - began).toBeLessThan(4000);
});

it('takes no file that still changes, nor what comes after it', async () => {
  write('f1.tif', 'f2.tif');
  let growing = true;
  const grow = async () => {
    for (let k = 0; k < 10; k++, await wait(30)) appendFileSync(at('f1.tif'), 'more');
    growing = false;
  };
  void grow();
  // ten times what there is between two changes, and no end to how long a busy machine takes for all of them
  const times = { ...TIMES, settleMs: 300, stuckMs: 60_000 };
  const { taken } = await watched(2, () => expect(growing).toBe(false), times);
  expect(taken).toEqual(['f1.tif', 'f2.tif']);
});

it('waits for a number that is missing, for a while, and says what is too late', async () => {
  write('f1.tif', 'f3.tif');
  const late = (name: string) => {
    if (name === 'f1.tif') void wait(150).then(() => write('f2.tif', 'f6.tif'));
    if (name === 'f6.tif') write('f5.tif', 'f9.tif');
  };
  const { taken, warned } = await watched(5, late);
  expect(taken).toEqual(['f1.tif', 'f2.tif', 'f3.tif', 'f6.tif', 'f9.tif']);
  expect(warned).toEqual(['f5.tif came after its turn and is left out']);
});

it('takes a file once that is renamed, and one that was written under another name', async () => {
  write('f1.tif', 'f2.tmp');
  const rename = (name: string) => {
    if (name === 'f1.tif') renameSync(at('f1.tif'), at('f1_done.tif'));
    if (name === 'f1.tif') renameSync(at('f2.tmp'), at('f2.tif'));
    if (name === 'f2.tif') write('f3.tif');
  };
  expect((await watched(3, rename)).taken).toEqual(['f1.tif', 'f2.tif', 'f3.tif']);
});

it('goes on where a file stays empty, or changes without an end', async () => {
  writeFileSync(at('f1.tif'), '');
  write('f2.tif', 'f3.tif');
  const timer = setInterval(() => appendFileSync(at('f2.tif'), 'more'), 20);
  const { taken } = await watched(2);
  clearInterval(timer);
  expect(taken.slice(0, 2)).toEqual(['f1.tif', 'f3.tif']);
});

it('says that a folder is gone, and refuses one that is none', async () => {
  const warned: string[] = [];
  const ended = new AbortController();
  write('f1.tif');
  const files = new FolderWatch(folder, (text) => void warned.push(text), TIMES).files(ended.signal);
  await files.next();
  rmSync(folder, { recursive: true });
  void wait(300).then(() => ended.abort());
  expect((await files.next()).done).toBe(true);
  expect(warned).toEqual([expect.stringMatching(/can’t be read/)]);
  const none = new FolderWatch(at('none'), () => {}, TIMES).files(new AbortController().signal);
  await expect(none.next()).rejects.toMatchObject({ code: 'ENOENT' });
});
