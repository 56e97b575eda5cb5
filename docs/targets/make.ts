/**
 * Writes the pages and drawings of the calibration targets from their models: `node docs/targets/make.ts`. A test
 * compares them with what is committed.
 */
import { writeFileSync } from 'node:fs';
import { targetPages } from './pages.ts';

for (const [name, text] of targetPages()) writeFileSync(new URL(name, import.meta.url), text);
