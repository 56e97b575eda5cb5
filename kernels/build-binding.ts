/** Writes the binding of the kernels for TypeScript from their sources; `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { readSignatures } from './binding/signatures.ts';
import { compiledText, exportsText } from './binding/write.ts';

const folder = new URL('../src/core/kernel/', import.meta.url);
/** as .oxfmtrc.json has it */
const style = { printWidth: 110, singleQuote: true };

/** The files of the binding, as they should be. */
export async function bindingFiles(): Promise<readonly { readonly url: URL; readonly text: string }[]> {
  const signatures = readSignatures();
  const file = async (name: string, text: string) => ({
    url: new URL(name, folder),
    text: (await format(name, text, style)).code,
  });
  return [
    await file('compiled.ts', compiledText(signatures)),
    await file('exports.ts', exportsText(signatures)),
  ];
}

if (import.meta.main) {
  for (const { url, text } of await bindingFiles()) {
    if (!process.argv.includes('--check')) writeFileSync(url, text);
    else if (readFileSync(url, 'utf8') !== text) {
      console.error(`${url.pathname} is not what kernels/*.ts make: run npm run build:kernels`);
      process.exitCode = 1;
    }
  }
}
