import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page: from src/web to dist/web, which `npm start` builds where it is missing or older than its sources. */
export default defineConfig({
  root: here('src/web'),
  publicDir: here('src/web/public'),
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // the content security policy allows no data: scripts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  resolve: {
    // the three files of `formats` that need Node have a stand-in for the browser, with the same functions
    alias: ['inflate', 'sharp-pixels', 'hdf5-library'].map((name) => ({
      find: new RegExp(`^(\\.{1,2}/)+${name}\\.ts$`),
      replacement: here(`src/web/frame/${name}.ts`),
    })),
  },
  worker: { format: 'es' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
