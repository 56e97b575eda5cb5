import ts from 'typescript';
import { lineOf, visit, type SourceFile } from './source-file.ts';

/** Exact by definition (IEEE 754) or a constant: the same in every engine. Everything else in `Math` may differ. */
const EXACT = new Set(
  'abs min max floor ceil round trunc sign fround sqrt imul clz32 PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2'.split(
    ' ',
  ),
);
/** Globals that read the clock, the machine's randomness or its language. */
const OUTSIDE = new Set(['performance', 'crypto', 'Intl', 'process', 'setTimeout', 'setInterval']);
/** Methods whose result follows the machine's language and time zone. */
const LOCAL = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'localeCompare']);

/** What in a file could make a number or a byte of a result differ between engines, machines or runs. */
export function engineDifferences(file: SourceFile): string[] {
  const found: string[] = [];
  visit(file.syntax, (node, parent) => {
    const what = difference(node, parent!, file.syntax);
    if (what !== undefined) found.push(`${file.path}:${lineOf(file.syntax, node)} uses ${what}`);
  });
  return found;
}

function difference(node: ts.Node, parent: ts.Node, syntax: ts.SourceFile): string | undefined {
  if (ts.isBinaryExpression(node)) return power(node, syntax);
  if (ts.isIdentifier(node)) return global(node, parent);
  if (ts.isPropertyAccessExpression(node) && LOCAL.has(node.name.text)) return node.name.text;
  return undefined;
}

/** Powers are approximations too, but those of 2 come out exact everywhere. */
function power(node: ts.BinaryExpression, syntax: ts.SourceFile): string | undefined {
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.AsteriskAsteriskEqualsToken) return '**=';
  const isPower = operator === ts.SyntaxKind.AsteriskAsteriskToken && node.left.getText(syntax) !== '2';
  return isPower ? node.getText(syntax) : undefined;
}

function global(node: ts.Identifier, parent: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return undefined;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return undefined;
  if (ts.isPropertySignature(parent) || ts.isTypeReferenceNode(parent)) return undefined;
  if (node.text === 'Math') {
    const name = ts.isPropertyAccessExpression(parent) ? parent.name.text : '(whole object)';
    return EXACT.has(name) ? undefined : `Math.${name}`;
  }
  if (node.text === 'Date') {
    const fixed = ts.isNewExpression(parent) && (parent.arguments?.length ?? 0) > 0;
    return fixed ? undefined : 'the clock (Date)';
  }
  return OUTSIDE.has(node.text) ? node.text : undefined;
}
