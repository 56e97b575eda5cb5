/**
 * What each setting does: varied by a quarter to both sides, over cases of known truth. A setting that changes nothing
 * has no business to be one; a setting that only one case needs is to be questioned.
 * `node bench/sensitivity.ts <stage> [words of settings …] [--missing] [--cheapest=N] [--cases=word,…]`, stages: the files of
 * bench/sensitivity/stages; `--missing`: those that no page has a row of; `--cheapest`: over the N cases that take the
 * least time; `--cases`: over those whose names have one of these words. `--rows` takes the rows of settings that are gone out of the pages instead, and lists those without one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from './accuracy/markdown-table.ts';
import { notVaried, withNotVaried } from './sensitivity/not-varied.ts';
import { countOf, withPresentRows } from './sensitivity/present-rows.ts';
import { settingsOf } from './sensitivity/settings-of.ts';
import type { Outcome, Stage } from './sensitivity/stage.ts';
import { numberAt, numbersIn, varied, type Place } from './sensitivity/vary.ts';

const asked = process.argv.slice(2);
const [name = asked[0], ...words] = asked.filter((word) => !word.startsWith('--'));
const cheapest = Number(asked.find((word) => word.startsWith('--cheapest='))?.slice(11) ?? Infinity);
const wanted = asked
  .find((word) => word.startsWith('--cases='))
  ?.slice(8)
  .split(',');
const folder = new URL('../docs/accuracy/', import.meta.url);
const files = readdirSync(folder).filter((one) => one.startsWith('sensitivity-'));
const pages = () => files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
const stages = readdirSync(new URL('./sensitivity/stages/', import.meta.url)).map((file) =>
  file.replace(/\.ts$/, ''),
);
if (name === '--rows') {
  for (const [k, page] of pages().entries())
    writeFileSync(new URL(files[k]!, folder), withPresentRows(page, settingsOf));
  const left = notVaried(pages(), settingsOf);
  for (const [k, page] of pages().entries())
    writeFileSync(new URL(files[k]!, folder), withNotVaried(page, left));
  process.exit(0);
}
if (name === undefined || !stages.includes(name)) {
  console.error(`usage: node bench/sensitivity.ts ${stages.join('|')} [words of settings …]`);
  process.exit(2);
}
const { stage } = (await import(`./sensitivity/stages/${name}.ts`)) as { readonly stage: Stage<object> };
const chosen = Object.entries(stage.cases).filter(
  ([label]) => wanted?.some((word) => label.includes(word)) ?? true,
);
const timed = chosen.map(([label, run]) => {
  const began = process.cpuUsage().user;
  const usual = outcome(run, stage.settings);
  return { label, run, usual, took: process.cpuUsage().user - began };
});
const cases = timed.toSorted((a, b) => a.took - b.took).slice(0, cheapest);

/** A setting may be moved where the code can't follow: that is an answer too. */
function outcome(run: (settings: object) => Outcome, settings: object): Outcome {
  try {
    return run(settings);
  } catch (error) {
    return { bits: 'failed', error: Infinity, verdict: `failed: ${(error as Error).message.slice(0, 40)}` };
  }
}

interface Change {
  readonly changed: number;
  readonly decided: readonly string[];
  readonly least: number;
  readonly most: number;
}

function changeOf(place: Place, factor: number): Change {
  const settings = varied(stage.settings, place, factor);
  const found = cases.map(({ run }) => outcome(run, settings));
  const differing = found.flatMap((one, k) => (one.bits === cases[k]!.usual.bits ? [] : [k]));
  const ratios = differing
    .map((k) => found[k]!.error / cases[k]!.usual.error)
    .filter((ratio) => !Number.isNaN(ratio));
  return {
    changed: differing.length,
    decided: differing
      .filter((k) => found[k]!.verdict !== cases[k]!.usual.verdict)
      .map((k) => cases[k]!.label),
    least: Math.min(1, ...ratios),
    most: Math.max(1, ...ratios),
  };
}

const inWords = ({ changed, decided, least, most }: Change) =>
  changed === 0
    ? '–'
    : `${changed} changed, error × ${least.toFixed(2)} … ${most.toFixed(2)}${decided.length > 0 ? `, decides ${decided.join(', ')}` : ''}`;

const missing = asked.includes('--missing') ? notVaried(pages(), settingsOf)[name] : undefined;
const places = numbersIn(stage.settings).filter((place) => {
  const setting = place.join('.');
  return (
    (missing?.includes(setting) ?? true) &&
    (words.length === 0 || words.some((word) => setting.includes(word)))
  );
});
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
