/**
 * How many numbers of core one can tune: entries of the settings, by stage, and numbers that stand beside their code, by
 * what they are. `node bench/numbers.ts`
 */
import { kinds, numbers, type Kind } from '../test/architecture/numbers.ts';
import { markdownTable } from './accuracy/markdown-table.ts';
import { settingsOf } from './sensitivity/settings-of.ts';
import { numbersIn } from './sensitivity/vary.ts';

const stages = Object.entries(settingsOf).map(
  ([stage, settings]) => [stage, numbersIn(settings).length] as const,
);
const counts = (Object.keys(kinds) as Kind[]).map((kind) => {
  const names = Object.values(numbers).flatMap((byKind) => byKind[kind]?.split(' ') ?? []);
  return [kind, kinds[kind], names.length] as const;
});
console.log(
  markdownTable(
    ['stage', 'entries of its settings'],
    stages.map((row) => row.map(String)),
  ),
);
console.log();
console.log(
  markdownTable(
    ['beside its code', 'what it is', 'how many'],
    counts.map((row) => row.map(String)),
  ),
);
