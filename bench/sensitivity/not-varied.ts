import { numbersIn } from './vary.ts';

const MARKED = /<!-- bench\/sensitivity\.ts ([\w-]+)[^>]*-->\n([^]*?)<!-- end -->/g;
const ROW = /^\| ([\w.]+) \| [-\d.e]+ \| /gm;
const LIST = /(<!-- not varied: ([\w-]+) -->\n)[^]*?(<!-- end of those -->)/g;

/** The sideband is a stage of its own, and one of the off-axis settings: a row of either tells what it does. */
const INSIDE = { stage: 'sideband', of: 'off-axis', before: 'sideband.' };

type Settings = Readonly<Record<string, object>>;

/** Settings that no page has a row of, by stage. */
export function notVaried(
  pages: readonly string[],
  settingsOf: Settings,
): Readonly<Record<string, string[]>> {
  const varied = new Set(
    pages.flatMap((page) =>
      [...page.matchAll(MARKED)].flatMap(([, stage, table]) =>
        [...table!.matchAll(ROW)].map(([, setting]) => nameOf(stage!, setting!)),
      ),
    ),
  );
  return Object.fromEntries(
    Object.entries(settingsOf).map(([stage, settings]) => {
      const all = numbersIn(settings).map((place) => place.join('.'));
      return [stage, all.filter((setting) => !varied.has(nameOf(stage, setting)))];
    }),
  );
}

const nameOf = (stage: string, setting: string) =>
  stage === INSIDE.stage ? `${INSIDE.of} ${INSIDE.before}${setting}` : `${stage} ${setting}`;

/** A page whose lists of what was not varied yet are those that the pages say. */
export const withNotVaried = (page: string, left: Readonly<Record<string, readonly string[]>>): string =>
  page.replaceAll(LIST, (_, start: string, stage: string, end: string) => {
    const names = left[stage]!;
    return `${start}\nOf \`${stage}\` not varied yet: ${names.length === 0 ? 'none' : `${names.length}, ${names.join(', ')}`}.\n\n${end}`;
  });
