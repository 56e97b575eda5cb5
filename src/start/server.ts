import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// the second start is faster; where nothing can be written, nothing is
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/leith-compiled', import.meta.url)));

const { serve } = await import('./serve.ts');
process.exitCode = await serve();
