import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageRefused } from '../storage-refused.ts';
import { lockDataFolder } from './server-lock.ts';
import { SqliteStore } from './sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leith-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lockDataFolder', () => {
  it('lets one in at a time, and commands beside it', async () => {
    const lock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(StorageRefused);
    expect(() => lockDataFolder(folder)).toThrow(/Another server is using the folder .*leith-lock-/);
    const store = await SqliteStore.open(join(folder, 'leith.db'));
    await store.close();
    lock.close();
    lockDataFolder(folder).close();
  });

  it('lets go of the folder of a process that was killed', async () => {
    const module = new URL('./server-lock.ts', import.meta.url).href;
    const program = `globalThis.kept = (await import(${JSON.stringify(module)})).lockDataFolder(${JSON.stringify(folder)});
      console.log('locked'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve));
      expect(() => lockDataFolder(folder)).toThrow(StorageRefused);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    lockDataFolder(folder).close();
  });
});
