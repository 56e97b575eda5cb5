/**
 * What `npm start` runs. Not in TypeScript, which Node would have to load its parser for before it can use the cache
 * that spares it everywhere else.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// the second start is faster; where nothing can be written, nothing is
const cache = fileURLToPath(new URL('../../node_modules/.cache/leith-compiled', import.meta.url));
enableCompileCache(cache);
// for the threads of the worker pool, which would take longer to load than the service
process.env.NODE_COMPILE_CACHE ??= cache;

const { joinedServer } = await import('./joined-server.ts');
const { serve } = await import(joinedServer()?.href ?? './serve.ts');
process.exitCode = await serve();
