import ts from 'typescript';
import { lineOf, visit, type SourceFile } from './source-file.ts';

/** Numbers that a call may spell one after the other: of more, nobody sees which is which. */
export const MOST_NUMBERS = 8;

/** What a number of the kernels' memory is typed as: places, pitches and counts. */
const IN_MEMORY = /^(\w+At|\w*Pitch|Count)$/;

/**
 * Functions, signatures and function types that take more numbers by position than that. As no call can spell more than what it
 * calls takes, these are all there are, but for rest parameters, whose numbers are all alike.
 */
export function manyNumbers({ path, syntax }: Pick<SourceFile, 'path' | 'syntax'>): string[] {
  const found: string[] = [];
  visit(syntax, (node) => {
    if (!ts.isFunctionLike(node)) return;
    const numbers = node.parameters.filter((parameter) => isNumber(parameter, syntax)).length;
    if (numbers > MOST_NUMBERS) found.push(`${path}:${lineOf(syntax, node)} ${numbers} numbers`);
  });
  return found;
}

function isNumber(
  { type, initializer, dotDotDotToken }: ts.ParameterDeclaration,
  syntax: ts.SourceFile,
): boolean {
  if (dotDotDotToken) return false;
  if (!type) return initializer !== undefined && ts.isNumericLiteral(initializer);
  return type.kind === ts.SyntaxKind.NumberKeyword || IN_MEMORY.test(type.getText(syntax));
}
