/**
 * Writes the OpenAPI document that the service serves to `openapi.json`, or with `--check` says whether the
 * committed one is current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { createService } from './service.ts';

const committed = new URL('../../openapi.json', import.meta.url);

/** The document as text, the same on every machine. */
export async function openApiText(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leith-openapi-'));
  const config = readConfig({ DATA_DIR: folder, WORKERS: '1', LOG_LEVEL: 'silent' });
  if ('problems' in config) throw new Error(config.problems.join('\n'));
  const { app } = await createService(config);
  try {
    await app.ready();
    return `${JSON.stringify(app.swagger(), null, 2)}\n`;
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const text = await openApiText();
  if (!process.argv.includes('--check')) writeFileSync(committed, text);
  else if (readFileSync(committed, 'utf8') !== text) {
    console.error('openapi.json is not what the service serves: run node src/start/write-openapi.ts');
    process.exitCode = 1;
  }
}
