import ts from 'typescript';
import { numbers } from './numbers.ts';
import { visit, type SourceFile } from './source-file.ts';

/** Of simulated rigs, drawings of targets, the layout of the kernels' memory, and what is asked or answered. */
const elsewhere =
  /^(simulate|targets|kernel|recipe|limits|problem|calibrate-request|workflow-fit)\/|settings\.ts$/;

/** Names of the numbers, and lists of numbers, that stand by themselves in a file of core; null: of another folder. */
export function numbersOf({
  path,
  syntax,
  isTest,
}: SourceFile): readonly [file: string, names: string[]] | null {
  const file = path.replace(/^src\/core\//, '');
  if (file === path || isTest || elsewhere.test(file)) return null;
  const names = syntax.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      const isName = ts.isIdentifier(name) && /^[A-Z][A-Z0-9_]*$/.test(name.text);
      return isName && initializer && holdsNumber(initializer) ? [name.text] : [];
    });
  });
  return [file.replace(/\.ts$/, ''), names];
}

function holdsNumber(initializer: ts.Node): boolean {
  let found = false;
  visit(initializer, (node) => {
    found ||= ts.isNumericLiteral(node) || (ts.isIdentifier(node) && node.text === 'Math');
  });
  return found;
}

/** What the table lacks, and what it has that is gone. */
export function unsorted(files: readonly SourceFile[]): string[] {
  const found = files.flatMap((file) => {
    const [name, names] = numbersOf(file) ?? ['', []];
    return names.map((one) => `${name} ${one}`);
  });
  const known = Object.entries(numbers).flatMap(([file, byKind]) =>
    Object.values(byKind).flatMap((names) => names.split(' ').map((one) => `${file} ${one}`)),
  );
  return [
    ...found.filter((one) => !known.includes(one)).map((one) => `${one}: of no kind`),
    ...known.filter((one) => !found.includes(one)).map((one) => `${one}: is gone`),
  ];
}
