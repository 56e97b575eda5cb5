import ts from 'typescript';
import type { SourceFile } from './source-file.ts';

/** The layers of a program. A name can be mistaken for another only where both can be imported. */
const programs: Readonly<Record<string, readonly string[]>> = {
  service: ['core', 'formats', 'services', 'adapters', 'http', 'cli', 'start'],
  // speaks with the service over HTTP, and calls what it gets what the service calls it
  page: ['core', 'formats', 'web'],
};

/** A file whose exported names have another home as well. */
export interface StandIn {
  readonly file: string;
  readonly reason: string;
}

const BROWSER =
  'takes the place of the file of this name in formats when the page is built: the same functions';

export const standIns: readonly StandIn[] = ['inflate', 'sharp-pixels', 'hdf5-module', 'digests'].map(
  (name) => ({
    file: `src/web/decode/${name}.ts`,
    reason: BROWSER,
  }),
);

interface Exported {
  readonly name: string;
  /** it comes from another file, which is its home; of what a package exports the first file here is */
  readonly passedOn: boolean;
}

/** Every name that is exported in two files of a program, or passed on from the file that is its home, as `name: files`. */
export function secondHomes(
  files: readonly SourceFile[],
  exceptions: readonly StandIn[],
): { readonly found: string[]; readonly stale: StandIn[] } {
  const shipped = files.filter(({ isTest }) => !isTest);
  const excepted = new Set(exceptions.map(({ file }) => file));
  const counted = shipped.filter(({ path }) => !excepted.has(path));
  const passedOn = counted.flatMap((file) =>
    exportsOf(file).flatMap((each) => (each.passedOn ? [`${each.name}: passed on by ${file.path}`] : [])),
  );
  const twice = Object.values(programs).flatMap((layers) => namesIn(counted, layers));
  const doubles = new Set(Object.values(programs).flatMap((layers) => namesIn(shipped, layers)));
  const stale = exceptions.filter(({ file }) => ![...doubles].some((double) => double.includes(file)));
  return { found: [...new Set([...passedOn, ...twice])].sort(), stale };
}

function namesIn(files: readonly SourceFile[], layers: readonly string[]): string[] {
  const homes = new Map<string, Set<string>>();
  for (const file of files) {
    if (!layers.includes(file.path.split('/')[1]!)) continue;
    for (const { name, passedOn } of exportsOf(file)) {
      if (!passedOn) homes.set(name, (homes.get(name) ?? new Set()).add(file.path));
    }
  }
  return [...homes].flatMap(([name, paths]) =>
    paths.size > 1 ? [`${name}: ${[...paths].sort().join(' ')}`] : [],
  );
}

function exportsOf({ syntax }: SourceFile): Exported[] {
  const imported = new Set(syntax.statements.flatMap(importedNames));
  return syntax.statements.flatMap((statement): Exported[] => {
    if (ts.isExportDeclaration(statement)) return declared(statement, imported);
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    const has = (kind: ts.SyntaxKind) => modifiers?.some((modifier) => modifier.kind === kind) ?? false;
    if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return [];
    return namesOf(statement).map((name) => ({ name, passedOn: false }));
  });
}

/** `export { a, b }`, `export * from` */
function declared(
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  imported: ReadonlySet<string>,
): Exported[] {
  if (!exportClause || !ts.isNamedExports(exportClause)) return [{ name: '*', passedOn: true }];
  return exportClause.elements.map(({ name, propertyName }) => ({
    name: name.text,
    passedOn: isOurs(moduleSpecifier) || imported.has((propertyName ?? name).text),
  }));
}

function isOurs(specifier: ts.Expression | undefined): boolean {
  return specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.');
}

function importedNames(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement) || !isOurs(statement.moduleSpecifier)) return [];
  const { name, namedBindings } = statement.importClause ?? {};
  const named =
    namedBindings && ts.isNamedImports(namedBindings)
      ? namedBindings.elements.map((one) => one.name.text)
      : [];
  return name ? [name.text, ...named] : named;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  return name ? [name.text] : [];
}

function bound(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? bound(element.name) : []));
}
