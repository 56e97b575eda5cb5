/**
 * Runs the scripts that docs/accuracy.md names and puts what they print between their marks:
 * `node bench/accuracy/document.ts [script …]`, e.g. `off-axis uncertainty`; all of them take about ten minutes.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('../../docs/accuracy.md', import.meta.url));
const chosen = process.argv.slice(2);
const marks = /(<!-- bench\/accuracy\/([a-z-]+)\.ts -->\n)[\s\S]*?(\n<!-- end -->)/g;

function printed(script: string): string | null {
  const path = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8' });
  if (stderr) console.error(`${script}: ${stderr}`);
  // a script that found nothing to measure says so in one line: what the page holds stays
  return stdout.includes('\n| --- ') ? stdout.trim() : null;
}

const before = readFileSync(page, 'utf8');
const after = before.replaceAll(marks, (whole, start: string, script: string, end: string) => {
  if (chosen.length > 0 && !chosen.includes(script)) return whole;
  console.log(script);
  const table = printed(script);
  return table === null ? whole : `${start}\n${table}\n${end}`;
});
writeFileSync(page, after);
