import type { Kept } from './calibration-store.ts';
import { markdownTable } from './markdown-table.ts';

/** What a try that should be refused came to. */
export interface WrongOutcome extends Kept {
  readonly kind: string;
  readonly target_id: string;
  readonly answer: 'refused' | 'good' | 'needs_review';
  /** an accepted frame does show the target, and what was found is right */
  readonly right: boolean;
  /** these as far as the try came */
  readonly explained: number | null;
  readonly found: number | null;
  readonly expected: number | null;
  readonly text: string;
}

export function isControl(kind: string): boolean {
  return kind.endsWith('control');
}

/** Accepted, though it does not show the target or what was found is not right. */
export function isWrong({ answer, right }: WrongOutcome): boolean {
  return answer !== 'refused' && !right;
}

/** How many of each kind were refused. */
export function kindTable(outcomes: readonly WrongOutcome[]): string {
  const row = (kind: string, own: readonly WrongOutcome[]) => {
    const count = (test: (one: WrongOutcome) => boolean) => String(own.filter(test).length);
    return [
      ...[kind, String(own.length), count(({ answer }) => answer === 'refused')],
      count(({ answer, right }) => answer !== 'refused' && right),
      count(({ answer, right }) => answer === 'needs_review' && !right),
      count(({ answer, right }) => answer === 'good' && !right),
    ];
  };
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].sort();
  const order = [...kinds.filter(isControl), ...kinds.filter((kind) => !isControl(kind))];
  const head = [
    'the frame shows',
    'tried',
    'refused',
    'accepted, rightly',
    'wrongly, for review',
    'wrongly, as good',
  ];
  const rows = order.map((kind) =>
    row(
      kind,
      outcomes.filter((one) => one.kind === kind),
    ),
  );
  const others = outcomes.filter(({ kind }) => !isControl(kind));
  return markdownTable(head, [...rows, row('all but the controls', others)]);
}

/** Kinds that show the named target as it is drawn, only elsewhere or in another size. */
const LIKE = /^the target/;

/** What separates frames of the named target from frames of anything else, which never show it. */
export function targetTable(outcomes: readonly WrongOutcome[]): string {
  const names = [...new Set(outcomes.map(({ target_id }) => target_id))].sort();
  const body = names.map((name) => {
    const own = outcomes.filter(({ target_id }) => target_id === name);
    const wrong = own.filter(({ kind }) => !LIKE.test(kind));
    const right = own.filter(({ answer, right: agrees }) => answer !== 'refused' && agrees);
    return [
      ...[name, String(wrong.length), ends(wrong, explainedOf), ends(wrong, foundShare)],
      ...[String(right.length), ends(right, explainedOf), ends(right, foundShare)],
    ];
  });
  const head = [
    ...['named', 'frames without it', 'explained: median, most', 'parts found: median, most'],
    ...['accepted with it', 'explained: median, least', 'parts found: median, least'],
  ];
  return markdownTable(head, body);

  function ends(own: readonly WrongOutcome[], value: (one: WrongOutcome) => number | null): string {
    const values = own.flatMap((one) => value(one) ?? []).sort((a, b) => a - b);
    if (values.length === 0) return '–';
    const isRight = own.some(({ right }) => right);
    const extreme = isRight ? values[0]! : values.at(-1)!;
    return `${values[values.length >> 1]!.toFixed(2)}, ${extreme.toFixed(2)}`;
  }
}

function explainedOf({ explained }: WrongOutcome): number | null {
  return explained;
}

/** null: refused before any part was looked for */
function foundShare({ found, expected }: WrongOutcome): number | null {
  return found === null || !expected ? null : found / expected;
}
