import ts from 'typescript';
import { lineOf, visit, type SourceFile } from './source-file.ts';

export interface FunctionLength {
  readonly name: string;
  readonly lines: number;
}

/** Every function of a file with its lines from head to closing brace, documentation not counted. */
export function functionLengths({ path, syntax }: SourceFile): FunctionLength[] {
  const found: FunctionLength[] = [];
  visit(syntax, (node, parent) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const end = syntax.getLineAndCharacterOfPosition(node.end).line + 1;
    found.push({ name: `${path} ${nameOf(node, parent, syntax)}`, lines: end - lineOf(syntax, node) + 1 });
  });
  return found;
}

function nameOf(node: ts.SignatureDeclaration, parent: ts.Node | undefined, syntax: ts.SourceFile): string {
  if (node.name !== undefined) return node.name.getText(syntax);
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  return parent && ts.isVariableDeclaration(parent) ? parent.name.getText(syntax) : '(unnamed)';
}
