// Runs in the shell of another engine, which offers files and printing but neither Node nor the web.
import './polyfill.ts';
import { fingerprint } from './fingerprint.ts';

declare const scriptArgs: readonly string[];
declare const os: { readonly file: { readFile(path: string, mode: 'binary'): Uint8Array<ArrayBuffer> } };
declare function print(line: string): void;

void fingerprint(os.file.readFile(scriptArgs[0]!, 'binary')).then(
  (lines) => lines.forEach((line) => print(line)),
  (error: unknown) => print(`failed: ${String(error)} ${(error as Error).stack}`),
);
