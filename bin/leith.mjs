#!/usr/bin/env node
/** Starts the command line under the Node this package brings along when the one on the path is too old for it. */
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Before it nobody could ask what a thread has used of its processor. */
const OLDEST = { major: 24, minor: 6 };

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) {
  // the second start takes half the time; where nothing can be written, nothing is
  const cache = fileURLToPath(new URL('../node_modules/.cache/leith-compiled', import.meta.url));
  module.enableCompileCache(cache);
  // for the threads of `leith serve` and `leith sequence`
  process.env.NODE_COMPILE_CACHE ??= cache;
  // before anything else is loaded, as that would be loaded twice
  const { boundMemory, sweepLess } = await import('../src/start/bound-memory.ts');
  if (['sequence', 'watch'].includes(process.argv[2])) sweepLess();
  if (['serve', 'worker'].includes(process.argv[2])) boundMemory();
  const { endWithLauncher } = await import('../src/start/end-with-launcher.ts');
  endWithLauncher();
  await import('../src/start/leith.ts');
} else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const env = { ...process.env, LEITH_LAUNCHER: String(process.pid) };
  const child = spawn(node, args, { stdio: 'inherit', env });
  // Control-C reaches both processes from the terminal; what is sent to this one alone is passed on.
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {});
  child.on('error', (error) => {
    console.error(
      `leith: Node ${OLDEST.major}.${OLDEST.minor} is needed and ${node} does not start: ${error.message}`,
    );
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
