import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { defineConfig, transformWithOxc, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * h5wasm holds its WebAssembly module as a text of four million characters in its script. Here the two become a script
 * and a file of their own, so that the module is compiled as it comes in and kept by the browser like any other.
 */
function hdf5(): Plugin {
  const name = 'virtual:hdf5';
  return {
    name: 'hdf5',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const script = readFileSync(here('node_modules/h5wasm/dist/esm/hdf5_util.js'), 'utf8');
      const [before, after] = ['function findWasmBinary(){return binaryDecode(', ')}function getBinarySync('];
      const from = script.indexOf(before) + before.length;
      const to = script.indexOf(after);
      if (from < before.length || to < from) throw new Error('h5wasm is not built as its version 0.10.3 is.');
      const text = runInNewContext(script.slice(from, to)) as string;
      const source = Buffer.from(text, 'latin1');
      const file = this.emitFile({ type: 'asset', name: 'hdf5.wasm', source });
      const glue = script.slice(0, from) + "''" + script.slice(to);
      return `${glue.replace('export default Module', 'export { Module as factory }')}
export const wasm = import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

/** What is fetched only when somebody needs it: examples, the surface, HDF5, Zstandard. */
const RARE = /surface-worker|hdf5|zstd|\.(png|map)$/;

/** Writes the service worker, which keeps the page for times without a server, with the names of what it keeps. */
function offline(): Plugin {
  return {
    name: 'offline',
    async writeBundle({ dir }) {
      const index = readFileSync(`${dir}/index.html`, 'utf8');
      const main = /src="(\/assets\/[^"]+)"/.exec(index)![1]!;
      const others = readdirSync(`${dir}/assets`)
        .filter((name) => !RARE.test(name))
        .map((name) => `/assets/${name}`)
        .filter((address) => address !== main)
        .sort();
      const kept = [main, ...others, '/style.css'];
      const path = here('src/web/offline/service-worker.ts');
      const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
      const style = readFileSync(`${dir}/style.css`, 'utf8');
      const version = createHash('sha256').update(index).update(style).update(kept.join()).update(code);
      const constants = { VERSION: version.digest('hex').slice(0, 16), KEPT: kept };
      const lines = Object.entries(constants).map(
        ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
      );
      writeFileSync(`${dir}/service-worker.js`, lines.join('') + code.replace('export {};', ''));
    },
  };
}

/** The packages whose code the page holds, with their licences beside it. */
const BUNDLED = [
  ...['@noble/hashes', '@peculiar/utils', 'asn1js', 'bytestreamjs', 'fflate', 'fzstd', 'geotiff', 'h5wasm'],
  ...['pkijs', 'preact', 'three', 'uplot', 'zod'],
];

function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      const texts = BUNDLED.map((name) => {
        const folder = here(`node_modules/${name}/`);
        const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry))!;
        return `${name}\n\n${readFileSync(`${folder}${file}`, 'utf8').trim()}\n`;
      });
      const source = texts.join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

const { version } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { version: string };

/** The page: from src/web to dist/web, which `npm start` builds where it is missing or older than its sources. */
export default defineConfig({
  root: here('src/web'),
  plugins: [offline(), licences()],
  publicDir: here('src/web/public'),
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // the content security policy allows no data: scripts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  resolve: {
    // the four files of `formats` that need Node have a stand-in for the browser, with the same functions
    alias: ['inflate', 'sharp-pixels', 'hdf5-module', 'digests'].map((name) => ({
      find: new RegExp(`^(\\.{1,2}/)+([a-z]+/)*${name}\\.ts$`),
      replacement: here(`src/web/decode/${name}.ts`),
    })),
  },
  // the HDF5 library takes its time, as is known
  worker: { format: 'es', plugins: () => [hdf5()], rolldownOptions: { checks: { pluginTimings: false } } },
  // so that it can be compared with that of a package
  define: { 'import.meta.env.LEITH_VERSION': JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
