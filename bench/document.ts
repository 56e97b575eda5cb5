/**
 * Runs the scripts that docs/performance.md and the pages of docs/accuracy/ name, puts what they print between their
 * marks, and picks the rows of docs/accuracy.md anew: `node bench/document.ts [script …]`, e.g. `accuracy/off-axis
 * 'fft/fft --patient'`, the words of a script included; `--rows` only picks rows. All scripts take hours; the performance
 * ones want a machine that does nothing else.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withPickedRows } from './picked-rows.ts';

const docs = new URL('../docs/', import.meta.url);
const details = readdirSync(new URL('accuracy/', docs)).map((name) => `accuracy/${name}`);
const pages = [...details, 'performance.md'].map((name) => fileURLToPath(new URL(name, docs)));
const rowsOnly = process.argv.includes('--rows');
const chosen = process.argv
  .slice(2)
  .filter((name) => name !== '--rows')
  .map((name) => name.replace(/^bench\//, '').replace('.ts', ''));
/** a script and its words */
const marks = /(<!-- bench\/([a-z/-]+)\.ts((?: [a-z-]+)*) -->\n)[\s\S]*?(<!-- end -->)/g;
const marked = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(marks)].map(([, , script, words]) => `${script}${words}`);

function printed(named: string): string | null {
  const [script, ...words] = named.split(' ');
  const path = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [path, ...words], { encoding: 'utf8' });
  if (stderr) console.error(`${named}: ${stderr}`);
  // a script that found nothing to measure says so in one line: what the page holds stays
  return stdout.includes('\n| --- ') || stdout.includes('\n|---') ? stdout.trim() : null;
}

const unknown = chosen.filter((name) => !pages.some((page) => marked(page).includes(name)));
if (unknown.length > 0) {
  console.error(`No page has a table of ${unknown.join(', ')}: name them as in accuracy/off-axis.`);
  process.exit(2);
}

for (const page of rowsOnly ? [] : pages) {
  for (const name of marked(page)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(name);
    const table = printed(name);
    if (table === null) continue;
    const filled = (whole: string, start: string, script: string, words: string, end: string) =>
      script + words === name ? `${start}\n${table}\n\n${end}` : whole;
    // saved after each script: they take minutes
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll(marks, filled));
  }
}

const front = new URL('accuracy.md', docs);
writeFileSync(
  front,
  withPickedRows(readFileSync(front, 'utf8'), (address) => readFileSync(new URL(address, docs), 'utf8')),
);
