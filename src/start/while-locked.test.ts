import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { whileLocked } from './while-locked.ts';

const folder = mkdtempSync(join(tmpdir(), 'leith-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [lock, log] = [join(folder, 'lock'), join(folder, 'log')];

/** Another process that has the lock, says so, and keeps it for so long. */
async function holder(ms: number) {
  const script = `import { whileLocked } from ${JSON.stringify(new URL('while-locked.ts', import.meta.url).href)};
import { appendFileSync } from 'node:fs';
await whileLocked(${JSON.stringify(lock)}, async () => {
  console.log('in');
  await new Promise((done) => setTimeout(done, ${ms}));
  appendFileSync(${JSON.stringify(log)}, 'other ');
});`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(other.stdout, 'data');
  return other;
}

it('waits for another process, and not for one that was killed', async () => {
  writeFileSync(log, '');
  await holder(100);
  await whileLocked(lock, async () => appendFileSync(log, 'own '));
  expect(readFileSync(log, 'utf8')).toBe('other own ');
  const killed = await holder(60_000);
  killed.kill('SIGKILL');
  await whileLocked(lock, async () => appendFileSync(log, 'own '));
  expect(readFileSync(log, 'utf8')).toBe('other own own ');
});

it('frees it where the work fails', async () => {
  await expect(whileLocked(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(whileLocked(lock, async () => {})).resolves.toBeUndefined();
});
