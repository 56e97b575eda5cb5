/** Reads what the compiled module exports, and what each parameter is, from the kernels' sources. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What `kernels/types.ts` tells apart, and plain numbers and flags. */
const MEANINGS = [
  ...(['RealAt', 'ComplexAt', 'RealOrNone', 'ComplexOrNone'] as const),
  ...(['FloatsAt', 'DoublesAt', 'IntegersAt', 'BytesAt', 'QuadsAt'] as const),
  ...(['PlanAt', 'ScratchAt', 'BlockAt'] as const),
  ...(['FloatPitch', 'BytePitch', 'Count', 'f32', 'f64', 'u8', 'bool', 'void'] as const),
];
export type Meaning = (typeof MEANINGS)[number];

export interface Parameter {
  readonly name: string;
  readonly meaning: Meaning;
}

export interface Signature {
  readonly name: string;
  /** of the source, without its folder */
  readonly file: string;
  /** as it stands in the source */
  readonly comment: string;
  readonly parameters: readonly Parameter[];
  readonly returns: Meaning;
}

/** Every exported kernel, in the order of `kernels/index.ts`. */
export function readSignatures(folder = new URL('../', import.meta.url)): Signature[] {
  const parsed = (file: string) =>
    ts.createSourceFile(file, readFileSync(new URL(file, folder), 'utf8'), ts.ScriptTarget.Latest, true);
  return parsed('index.ts').statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return [];
    const source = parsed(`${(statement.moduleSpecifier as ts.StringLiteral).text.slice(2)}.ts`);
    const clause = statement.exportClause;
    const names = clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : null;
    return signaturesIn(source, names);
  });
}

/** @param names those wanted; null: all that the source exports */
export function signaturesIn(source: ts.SourceFile, names: readonly string[] | null): Signature[] {
  const exported = source.statements
    .filter((statement) => ts.isFunctionDeclaration(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
  const wanted = names
    ? names.map((name) => exported.find((declared) => declared.name!.text === name)!)
    : exported;
  return wanted.map((declared) => signature(declared, source.fileName));
}

function signature(declared: ts.FunctionDeclaration, file: string): Signature {
  const name = declared.name!.text;
  const meaningOf = (what: string, type: ts.TypeNode) => meaning(`${file}, ${name}, ${what}`, type);
  return {
    ...{ name, file, comment: commentOf(declared) },
    parameters: declared.parameters.map((parameter) => {
      const own = parameter.name.getText();
      return { name: own, meaning: meaningOf(own, parameter.type!) };
    }),
    returns: meaningOf('result', declared.type!),
  };
}

function commentOf(declared: ts.Node): string {
  const text = declared.getFullText();
  const found = ts.getLeadingCommentRanges(text, 0)?.at(-1);
  return found && text.startsWith('/**', found.pos) ? text.slice(found.pos, found.end) : '';
}

function meaning(where: string, type: ts.TypeNode): Meaning {
  const name = ts.isTypeReferenceNode(type) ? type.typeName.getText() : type.getText();
  const found = MEANINGS.find((known) => known === name);
  if (!found) throw new Error(`${where}: ${name} does not say what it is, see kernels/types.ts`);
  return found;
}
