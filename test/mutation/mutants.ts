import ts from 'typescript';

/** One small fault: the text between two offsets replaced. */
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

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '<',
  '>': '<=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};

/** Every small fault that this script knows how to put into a file. */
export function mutantsOf(path: string, source: string): Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const add = (node: ts.Node, text: string) => {
    const from = node.getStart(file);
    const was = source.slice(from, node.end).replace(/\s+/g, ' ');
    found.push({
      ...{ path, from, to: node.end, text },
      name: `${functionAround(node)}: ${short(was)} → ${short(text)}`,
      line: file.getLineAndCharacterOfPosition(from).line + 1,
    });
  };
  const visit = (node: ts.Node): void => {
    if (isWordsOrTypes(node)) return;
    mutate(node, add);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

export function applied(source: string, { from, to, text }: Mutant): string {
  return source.slice(0, from) + text + source.slice(to);
}

/** What people read, and what is gone when the program runs. */
function isWordsOrTypes(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isTemplateExpression(node)
  );
}

function mutate(node: ts.Node, add: (node: ts.Node, text: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    const other = OPERATORS[node.operatorToken.getText()];
    const joinsText = [node.left, node.right].some(ts.isStringLiteralLike);
    if (other !== undefined && !joinsText) add(node.operatorToken, other);
  }
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    add(condition, `!(${condition.getText()})`);
  }
  if (ts.isExpressionStatement(node) && !ts.isStringLiteralLike(node.expression)) add(node, ';');
  if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
  if (ts.isNumericLiteral(node)) add(node, node.text === '0' ? '1' : `(${node.text} * 2)`);
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Math') {
    const other = { min: 'max', max: 'min', floor: 'ceil', ceil: 'floor' }[node.name.text];
    if (other !== undefined) add(node.name, other);
  }
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

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
