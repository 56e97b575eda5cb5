import ts from 'typescript';

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '|': ['&'],
  '&': ['|'],
  '<<': ['>>'],
  '>>': ['<<'],
};

/** another method with the same arguments, or none: the call falls away */
const METHODS: Readonly<Record<string, string | null>> = {
  ...{ min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', round: 'floor' },
  ...{ some: 'every', every: 'some', findLast: 'find', find: 'findLast', indexOf: 'lastIndexOf' },
  ...{ filter: null, slice: null, sort: null, toSorted: null, reverse: null, toReversed: null },
};

/** What could stand in a node's place by a slip: its whole text each time. */
export function alternativesOf(node: ts.Node, checker: ts.TypeChecker): string[] {
  if (ts.isBinaryExpression(node)) return otherOperators(node);
  if (ts.isExpressionStatement(node)) return isAct(node.expression) ? [';'] : [];
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return otherCalls(node, checker);
  if (ts.isPrefixUnaryExpression(node)) return otherSigns(node);
  if (ts.isPostfixUnaryExpression(node)) return [];
  const value = isCondition(node) ? constants(node) : isResult(node) ? otherResults(node, checker) : [];
  return [...value, ...otherLiterals(node)];
}

function otherOperators(node: ts.BinaryExpression): string[] {
  const operator = node.operatorToken.getText();
  const joinsText = [node.left, node.right].some(ts.isStringLiteralLike);
  const others = joinsText ? [] : (OPERATORS[operator] ?? []);
  const whole = others.map((other) => `${node.left.getText()} ${other} ${node.right.getText()}`);
  if (operator === '??') whole.push(node.right.getText());
  return [...whole, ...constants(node)];
}

function otherSigns(node: ts.PrefixUnaryExpression): string[] {
  const { operator, operand } = node;
  const isSign = operator === ts.SyntaxKind.MinusToken || operator === ts.SyntaxKind.ExclamationToken;
  const bare = isSign ? [operand.getText()] : [];
  return [...bare, ...constants(node)];
}

function isAct(expression: ts.Expression): boolean {
  if (ts.isStringLiteralLike(expression)) return false;
  return !(ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword);
}

function otherCalls(node: ts.CallExpression | ts.NewExpression, checker: ts.TypeChecker): string[] {
  if (ts.isOptionalChain(node) || ts.isOptionalChain(node.parent)) return [];
  const others = [...swapped(node, checker), ...constants(node)];
  if (isResult(node) && !isCondition(node)) others.push(...otherResults(node, checker));
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee)) return others;
  const other = METHODS[callee.name.text];
  const args = node.arguments?.map((argument) => argument.getText()).join(', ');
  if (other === null) others.push(callee.expression.getText());
  else if (other !== undefined) others.push(`${callee.expression.getText()}.${other}(${args})`);
  if (callee.getText() === 'Math.abs') others.push(args!);
  return others;
}

/** Two neighbours exchanged, where the compiler would not notice. */
function swapped(node: ts.CallExpression | ts.NewExpression, checker: ts.TypeChecker): string[] {
  const args = node.arguments ?? [];
  if (/^Math\.(min|max)$/.test(node.expression.getText())) return [];
  const texts = args.map((argument) => argument.getText());
  return args.slice(1).flatMap((second, i) => {
    const first = args[i]!;
    if (first.getText() === second.getText() || !exchangeable(first, second, checker)) return [];
    const order = texts.with(i, texts[i + 1]!).with(i + 1, texts[i]!);
    return [`${ts.isNewExpression(node) ? 'new ' : ''}${node.expression.getText()}(${order.join(', ')})`];
  });
}

function exchangeable(first: ts.Expression, second: ts.Expression, checker: ts.TypeChecker): boolean {
  if ([first, second].some((one) => ts.isSpreadElement(one) || ts.isArrowFunction(one))) return false;
  const [a, b] = [first, second].map((one) =>
    checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(one)),
  );
  return checker.isTypeAssignableTo(a!, b!) && checker.isTypeAssignableTo(b!, a!);
}

/** A condition that always holds, or never; a loop that would not end is left out. */
function constants(node: ts.Node): string[] {
  if (isCondition(node)) return ['true', 'false'];
  const { parent } = node;
  const ofLoop = parent && (ts.isWhileStatement(parent) || ts.isForStatement(parent));
  const condition = ofLoop && (ts.isForStatement(parent) ? parent.condition : parent.expression);
  return condition === node ? ['false'] : [];
}

/** What an `if` or a choice asks. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

/** What a function returns, in a statement or as the whole of an arrow function. */
function isResult(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isReturnStatement(parent)) return parent.expression === node;
  return ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node);
}

/** A result that the compiler would not notice either. */
function otherResults(node: ts.Node, checker: ts.TypeChecker): string[] {
  const expression = node as ts.Expression;
  const type = checker.getContextualType(expression) ?? checker.getTypeAtLocation(expression);
  const parts = type.isUnion() ? type.types : [type];
  const has = (flag: ts.TypeFlags) => parts.some((part) => (part.flags & flag) !== 0);
  const text = expression.getText();
  if (has(ts.TypeFlags.BooleanLike)) return text === 'true' || text === 'false' ? [] : ['true', 'false'];
  if (has(ts.TypeFlags.Null)) return text === 'null' ? [] : ['null'];
  if (has(ts.TypeFlags.Undefined)) return text === 'undefined' ? [] : ['undefined'];
  if (checker.isArrayType(type)) return text === '[]' ? [] : ['[]'];
  return [];
}

function otherLiterals(node: ts.Node): string[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return isCondition(node) ? [] : ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return isCondition(node) ? [] : ['true'];
  const { parent } = node;
  if (ts.isNumericLiteral(node) && !isName(node)) return [node.text === '0' ? '1' : `${node.text} * 2`];
  // words that people read have blanks; what programs read has none
  if (ts.isStringLiteral(node) && !/\s/.test(node.text) && !isName(node)) {
    return ts.isCaseClause(parent) ? [] : [node.text === '' ? "'?'" : "''"];
  }
  return [];
}

/** A key, or a type. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isLiteralTypeNode(parent) || (ts.isPropertyAssignment(parent) && parent.name === node);
}
