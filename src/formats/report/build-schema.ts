/** Writes `evidence-report.schema.json`, which is committed and served. */
import { writeFileSync } from 'node:fs';
import { evidenceReportJsonSchema } from './evidence-report.ts';

const target = new URL('evidence-report.schema.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(evidenceReportJsonSchema(), null, 2)}\n`);
