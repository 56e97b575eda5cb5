import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { optionWords } from '../src/cli/option-words.ts';
import { optionNames as simulateOptions } from '../src/cli/commands/simulate-options.ts';
import { fitHelp } from '../src/cli/commands/fit-help.ts';
import { calibrateHelp } from '../src/cli/commands/calibrate-help.ts';
import { reconstructHelp } from '../src/cli/commands/reconstruct-help.ts';
import { termsIn } from '../src/core/problem/in-words-of.ts';
import { recipeFields } from '../src/core/recipe/recipe.ts';
import { calibrationFields } from '../src/core/calibrate-request/parse-calibration.ts';
import { inPageWords, pageWords } from '../src/web/fields/page-words.ts';
import { lineOf, sourceFiles, visit, type SourceFile } from './architecture/source-file.ts';

/*
 * Messages are written once, in HTTP's terms. This reads every text of the code that makes them, and holds that page and
 * command line know another word for everything that one names.
 */

/** Texts that are read by programs or beside the API's own description. */
const elsewhere: Readonly<Record<string, string>> = {
  'src/services/calibration/list-targets.ts': 'the answer of an address, about addresses',
  'src/services/calibration/profile.ts': 'the same: what to do next with a profile by HTTP',
  'src/services/audit/': 'columns of tables',
  'src/services/deletion/': 'commands of the operator, who knows identifiers by their names',
  'src/formats/report/': 'the report in a package, beside its JSON',
  'src/formats/encode/': 'headers of files',
  'src/formats/log/': 'what whoever checks a log has to get from its service, which is by HTTP',
  'src/core/inline/report/steps.ts': 'names a number of the report beside it',
};
/** Accounts are the service's: the command line has none. */
const OF_SERVICE = 'src/services/account/';
/** Functions whose texts describe the API. */
const descriptions = ['describe', 'meta', 'number', 'choice', 'numeric'];

interface Message {
  readonly place: string;
  readonly text: string;
}

function messagesIn({ path, syntax }: SourceFile): Message[] {
  const found: Message[] = [];
  const described = new Set<ts.Node>();
  visit(syntax, (node) => {
    const called = ts.isCallExpression(node) && node.expression.getText(syntax).split('.').at(-1)!;
    if (called && descriptions.includes(called)) visit(node, (part) => void described.add(part));
    if (ts.isTaggedTemplateExpression(node)) described.add(node.template); // SQL
    const text = textOf(node);
    if (text === null || described.has(node) || !/\s\S+\s/.test(text)) return;
    found.push({ place: `${path}:${lineOf(syntax, node)}`, text });
  });
  return found;
}

/** Of a template whose parts are put in when the program runs, these are a value. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `value${literal.text}`).join('');
}

const messages = ['src/core', 'src/formats', 'src/services']
  .flatMap(sourceFiles)
  .filter(({ path, isTest }) => !isTest && !Object.keys(elsewhere).some((start) => path.startsWith(start)))
  .flatMap(messagesIn)
  .filter(({ text }) => termsIn(text).length > 0);

const help = [reconstructHelp, calibrateHelp, fitHelp].join('\n');
const options = [...help.matchAll(/--[a-z][a-z-]*/g), ...simulateOptions.map((name) => [`--${name}`])].flat();

describe.each(messages)('$place: $text', ({ place, text }) => {
  test('the page has a word for everything', () => {
    const shown = inPageWords(text);
    expect(termsIn(shown)).toEqual([]);
    expect(shown).not.toMatch(/\b(GET|POST|PUT|DELETE) \//);
    for (const { field } of termsIn(text).filter(({ field }) => !field.includes('/'))) {
      // a name with its underscores taken out is a name of the API all the same
      expect(pageWords.field(field, null)).not.toBe(`“${field.replaceAll('_', ' ')}”`);
    }
  });

  test.skipIf(place.startsWith(OF_SERVICE))('the command line has an option for everything', () => {
    const words = optionWords({ holography_mode: 'mode', target_id: 'target' });
    const shown = words.message(text);
    // values are the same everywhere: --pixel-pitch-basis object_space
    const values = termsIn(text).map(({ value }) => value);
    expect(termsIn(shown).filter(({ field }) => !values.includes(field))).toEqual([]);
    const named = [...shown.matchAll(/--[a-z][a-z-]*/g)].flat();
    expect(named.filter((option) => !options.includes(option))).toEqual([]);
  });

  test('what it asks for is a value of that field', () => {
    for (const { field, value } of termsIn(text)) {
      if (value === null || value === 'value') continue;
      const schema = { ...recipeFields, ...calibrationFields }[field as keyof typeof recipeFields];
      expect(schema.safeParse(value)).toMatchObject({ success: true });
    }
  });
});

test('there are such messages, and none of the exceptions is idle', () => {
  expect(messages.length).toBeGreaterThan(20);
  const all = ['src/core', 'src/formats', 'src/services'].flatMap(sourceFiles);
  for (const start of Object.keys(elsewhere)) {
    const own = all.filter(({ path }) => path.startsWith(start)).flatMap(messagesIn);
    expect(own.filter(({ text }) => termsIn(text).length > 0)).not.toEqual([]);
  }
});
