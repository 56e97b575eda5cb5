/** What `npm start` runs. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// the second start is faster; where nothing can be written, nothing is
const cache = fileURLToPath(new URL('../../node_modules/.cache/leith-compiled', import.meta.url));
enableCompileCache(cache);
// for the threads of the worker pool, which would take longer to load than the service
process.env.NODE_COMPILE_CACHE ??= cache;

(await import('./bound-memory.ts')).boundMemory();
// after that: what is imported above it is loaded before it
const { serve } = await import('./serve.ts');
process.exitCode = await serve();
