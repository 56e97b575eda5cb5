import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

const root = new URL('../../', import.meta.url);

/** One import, re-export, `import()` or URL of a module, as it stands in the file. */
export interface Import {
  /** a path from the repository's root for relative ones, else the specifier; `?` where it is computed */
  readonly target: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface SourceFile {
  /** from the repository's root, with forward slashes */
  readonly path: string;
  /** a test or a fixture: it may reach for anything, and nothing that ships may reach for it */
  readonly isTest: boolean;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly syntax: ts.SourceFile;
}

export type SourceText = Pick<SourceFile, 'path'> & { readonly text: string };

/** Every TypeScript file under a folder of the repository, as it stands: to parse them all takes seconds. */
export function sourceTexts(folder: string): SourceText[] {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));
}

const parsed = new Map<string, SourceFile[]>();

/** The same, parsed: once for all tests of a process. */
export function sourceFiles(folder: string): SourceFile[] {
  const known = parsed.get(folder) ?? sourceTexts(folder).map(({ path, text }) => parse(path, text));
  parsed.set(folder, known);
  return known;
}

/** Exported for the tests of the rules themselves. */
export function parse(path: string, text: string): SourceFile {
  // what comments say to tools is asked for by nobody, and a quarter of the time; parents are another quarter (`visit` tells them)
  const mode = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const syntax = ts.createSourceFile(path, text, mode, false);
  const isTest = /\.(test|fixture)\.tsx?$/.test(path);
  let imports: Import[] | undefined;
  return {
    ...{ path, isTest, lines: text.split('\n').length - 1, syntax },
    get imports() {
      return (imports ??= importsIn(path, syntax));
    },
  };
}

function importsIn(path: string, syntax: ts.SourceFile): Import[] {
  const imports: Import[] = [];
  visit(syntax, (node) => {
    const found = importIn(node);
    if (found === undefined) return;
    const target = found.specifier?.startsWith('.')
      ? posix.join(posix.dirname(path), found.specifier)
      : (found.specifier ?? '?');
    imports.push({ target, typeOnly: found.typeOnly, line: lineOf(syntax, node) });
  });
  return imports;
}

/** Goes through a tree; a node’s parent comes before it. */
export function visit(
  node: ts.Node,
  see: (node: ts.Node, parent: ts.Node | undefined) => void,
  parent?: ts.Node,
): void {
  see(node, parent);
  node.forEachChild((child) => visit(child, see, node));
}

export function lineOf(syntax: ts.SourceFile, node: ts.Node): number {
  return syntax.getLineAndCharacterOfPosition(node.getStart(syntax)).line + 1;
}

interface Found {
  /** undefined: computed when the program runs */
  readonly specifier: string | undefined;
  readonly typeOnly: boolean;
}

function importIn(node: ts.Node): Found | undefined {
  if (ts.isImportDeclaration(node)) {
    const clause = node.importClause;
    return { specifier: text(node.moduleSpecifier), typeOnly: clause !== undefined && onlyTypes(clause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: text(node.moduleSpecifier), typeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: text(node.argument.literal), typeOnly: true };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return { specifier: text(node.arguments[0]), typeOnly: false };
  }
  if (ts.isCallExpression(node) && isOfModule(node.expression, 'resolve')) {
    return { specifier: text(node.arguments[0]), typeOnly: false };
  }
  return moduleUrl(node);
}

/** Whether it is `import.meta.` with this name. */
function isOfModule(node: ts.Node | undefined, name: string): boolean {
  if (node === undefined || !ts.isPropertyAccessExpression(node)) return false;
  return node.name.text === name && ts.isMetaProperty(node.expression);
}

/** `new URL('./worker.ts', import.meta.url)` starts or reads a module just as an import does. */
function moduleUrl(node: ts.Node): Found | undefined {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'URL')
    return undefined;
  const [path, base] = node.arguments ?? [];
  const specifier = text(path);
  if (specifier === undefined || !isOfModule(base, 'url')) return undefined;
  return /^\.\.?\/.*\.(ts|js|mjs|wasm)$/.test(specifier) ? { specifier, typeOnly: false } : undefined;
}

function onlyTypes(clause: ts.ImportClause): boolean {
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly);
}

function text(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}
