import ts from 'typescript';
import { alternativesOf } from './alternatives.ts';

/** One small fault: the expression or statement between two offsets, and what stands there instead. */
export interface Mutant {
  /** from the repository's root */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** the function it lies in, what stood there and what stands there now: stays the same when lines move */
  readonly name: string;
  readonly line: number;
}

/** Every small fault that this script knows how to put into a file, in the order of the text. */
export function mutantsOf(path: string, file: ts.SourceFile, checker: ts.TypeChecker): Mutant[] {
  const found: Mutant[] = [];
  const named = new Map<string, number>();
  const add = (node: ts.Node, text: string) => {
    const from = node.getStart(file);
    const was = file.text.slice(from, node.end);
    const base = `${functionAround(node)}: ${short(was, text)} → ${short(text, was)}`;
    const count = (named.get(base) ?? 0) + 1;
    named.set(base, count);
    found.push({
      ...{ path, from, to: node.end, text },
      name: count === 1 ? base : `${base} (${count})`,
      line: file.getLineAndCharacterOfPosition(from).line + 1,
    });
  };
  const visit = (node: ts.Node): void => {
    if (isWordsOrTypes(node)) return;
    for (const text of alternativesOf(node, checker)) add(node, text);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** What people read, and what is gone when the program runs. */
function isWordsOrTypes(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTemplateExpression(node)
  );
}

function functionAround(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) && at.name) return at.name.getText();
    if (ts.isVariableDeclaration(at) && at.parent.parent.parent.kind === ts.SyntaxKind.SourceFile) {
      return at.name.getText();
    }
  }
  return 'the file';
}

/** Of a long text the part around its first difference from the other. */
function short(text: string, other: string): string {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const from = text.length > 60 ? Math.max(0, same - 25) : 0;
  const part = text.slice(from, from + 60).replace(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${part}${from + 60 < text.length ? '…' : ''}`;
}
