/**
 * What each setting does: varied by a quarter to both sides, over cases of known truth. A setting that changes nothing
 * has no business to be one; a setting that only one case needs is to be questioned.
 * `node bench/sensitivity.ts <stage> [words of settings …]`, stages: the files of bench/sensitivity/stages. `--rows` takes
 * the rows of settings that are gone out of the pages instead.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from './accuracy/markdown-table.ts';
import { countOf, withPresentRows } from './sensitivity/present-rows.ts';
import { settingsOf } from './sensitivity/settings-of.ts';
import type { Outcome, Stage } from './sensitivity/stage.ts';
import { numberAt, numbersIn, varied, type Place } from './sensitivity/vary.ts';

const [name, ...words] = process.argv.slice(2);
const stages = readdirSync(new URL('./sensitivity/stages/', import.meta.url)).map((file) =>
  file.replace(/\.ts$/, ''),
);
if (name === '--rows') {
  const pages = new URL('../docs/accuracy/', import.meta.url);
  for (const file of readdirSync(pages).filter((one) => one.startsWith('sensitivity-'))) {
    const page = new URL(file, pages);
    writeFileSync(page, withPresentRows(readFileSync(page, 'utf8'), settingsOf));
  }
  process.exit(0);
}
if (name === undefined || !stages.includes(name)) {
  console.error(`usage: node bench/sensitivity.ts ${stages.join('|')} [words of settings …]`);
  process.exit(2);
}
const { stage } = (await import(`./sensitivity/stages/${name}.ts`)) as { readonly stage: Stage<object> };
const cases = Object.entries(stage.cases);

/** A setting may be moved where the code can't follow: that is an answer too. */
function outcome(run: (settings: object) => Outcome, settings: object): Outcome {
  try {
    return run(settings);
  } catch (error) {
    return { bits: 'failed', error: Infinity, verdict: `failed: ${(error as Error).message.slice(0, 40)}` };
  }
}

const usual = cases.map(([, run]) => outcome(run, stage.settings));

interface Change {
  readonly changed: number;
  readonly decided: readonly string[];
  readonly least: number;
  readonly most: number;
}

function changeOf(place: Place, factor: number): Change {
  const settings = varied(stage.settings, place, factor);
  const found = cases.map(([, run]) => outcome(run, settings));
  const differing = found.flatMap((one, k) => (one.bits === usual[k]!.bits ? [] : [k]));
  const ratios = differing
    .map((k) => found[k]!.error / usual[k]!.error)
    .filter((ratio) => !Number.isNaN(ratio));
  return {
    changed: differing.length,
    decided: differing.filter((k) => found[k]!.verdict !== usual[k]!.verdict).map((k) => cases[k]![0]),
    least: Math.min(1, ...ratios),
    most: Math.max(1, ...ratios),
  };
}

const inWords = ({ changed, decided, least, most }: Change) =>
  changed === 0
    ? '–'
    : `${changed} changed, error × ${least.toFixed(2)} … ${most.toFixed(2)}${decided.length > 0 ? `, decides ${decided.join(', ')}` : ''}`;

const places = numbersIn(stage.settings).filter(
  (place) => words.length === 0 || words.some((word) => place.join('.').includes(word)),
);
const without: string[] = [];
const rows = places.map((place) => {
  const [less, more] = [changeOf(place, 0.75), changeOf(place, 1.25)];
  const setting = place.join('.');
  if (less.changed + more.changed === 0) without.push(setting);
  const row = [setting, String(numberAt(stage.settings, place)), inWords(less), inWords(more)];
  if (process.stderr.isTTY || process.env.CI === undefined) console.error(row.join(' | '));
  return row;
});
console.log(`${cases.length} cases; the error is ${stage.error}.\n`);
console.log(markdownTable(['setting', 'value', 'a quarter less', 'a quarter more'], rows));
console.log(`\n${countOf(places.length, without)}`);
