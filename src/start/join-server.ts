import { rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { joined, joinedServer, sourcesNow } from './joined-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = fileURLToPath(joined.folder);

/** Packages of hundreds of small modules. The others load as they are: those of CommonJS, and what is not always needed. */
const JOINED_PACKAGES = ['zod', 'kysely', 'fastify-type-provider-zod'];

/** What a module finds beside itself it finds from where it was written. */
const whereItWas: Plugin = {
  name: 'where-it-was',
  transform: {
    order: 'pre',
    handler(code, id) {
      if (!id.startsWith(`${root}src/`) || !code.includes('import.meta.url')) return null;
      const original = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', original), map: null };
    },
  },
};

/**
 * Joins the modules of the service into few files, unless that was done from the same sources: finding and reading a
 * thousand modules is most of what a start takes. Names stay as they are, so that stack traces can be read.
 */
export async function joinServer(): Promise<void> {
  if (joinedServer()) return;
  const sources = sourcesNow();
  rmSync(joined.stamp, { force: true });
  const { build } = await import('vite');
  await build({
    ...{ configFile: false, root, publicDir: false, logLevel: 'warn', plugins: [whereItWas] },
    ssr: { external: true, noExternal: JOINED_PACKAGES },
    build: {
      ...{ ssr: true, target: 'node24', outDir: folder, emptyOutDir: true, minify: false },
      rolldownOptions: {
        input: { serve: fileURLToPath(new URL('serve.ts', import.meta.url)) },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  // unless somebody has changed them meanwhile
  if (sourcesNow() === sources) writeFileSync(joined.stamp, sources);
}
