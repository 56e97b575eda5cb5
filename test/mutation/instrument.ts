import ts from 'typescript';
import type { Mutant } from './mutants.ts';

/** A fault and the number that switches it on. */
export interface Numbered extends Mutant {
  readonly id: number;
}

/**
 * The source with all of its faults in it at once, each behind a switch, so that it is loaded only once: `a < b`
 * becomes `(leithFaults.on(7) ? (a <= b) : (a < b))`. Loops count their turns, so that one that never ends is noticed.
 */
export function instrumented(path: string, source: string, mutants: readonly Numbered[]): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const at = new Map<string, Numbered[]>();
  for (const mutant of mutants) {
    const place = `${mutant.from} ${mutant.to}`;
    at.set(place, [...(at.get(place) ?? []), mutant]);
  }
  const render = (node: ts.Node): string => {
    const [from, to] = [node.getStart(file), node.end];
    let [text, copied] = ['', from];
    node.forEachChild((child) => {
      const start = child.getStart(file);
      text += source.slice(copied, start) + render(child);
      copied = child.end;
    });
    text += source.slice(copied, to);
    if (isBodyOfLoop(node)) text = `{ leithFaults.turn(); ${text} }`;
    const place = `${from} ${to}`;
    const here = at.get(place);
    // of nodes with the same text the outermost one takes the faults: `a < b;` is a statement and an expression
    if (here === undefined || !isPlaceOf(node, here)) return text;
    at.delete(place);
    return switched(node, text, here);
  };
  const body = render(file);
  if (at.size > 0) throw new Error(`${path}: no place for ${[...at.keys()].join(', ')}`);
  return source.slice(0, file.getStart(file)) + body;
}

function isPlaceOf(node: ts.Node, [mutant]: readonly Numbered[]): boolean {
  return (
    ts.isExpressionStatement(node) === (mutant!.text === ';') &&
    (ts.isExpressionStatement(node) || ts.isExpression(node))
  );
}

function switched(node: ts.Node, text: string, here: readonly Numbered[]): string {
  // in braces of its own, else the `else` of an `if` that it stands in would be its own
  if (ts.isExpressionStatement(node)) return `{ if (!leithFaults.on(${here[0]!.id})) { ${text} } }`;
  const choices = here.map((one) => `leithFaults.on(${one.id}) ? (${one.text}) : `).join('');
  return `(${choices}(${text}))`;
}

function isBodyOfLoop(node: ts.Node): boolean {
  const { parent } = node;
  return parent !== undefined && ts.isIterationStatement(parent, false) && parent.statement === node;
}
