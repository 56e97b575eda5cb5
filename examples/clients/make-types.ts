/**
 * Turns openapi.json into TypeScript types: `node make-types.ts` writes them to types.ts beside it. Every schema
 * becomes a type of its name, and every operation a member of `Operations`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description?: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The types of a document, as the text of a module. */
export function typesOf({ paths, components }: OpenApi): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = quoted(`${method.toUpperCase()} ${path}`);
      return `${comment(operation.summary)}  ${name}: ${operationType(operation)};\n`;
    }),
  );
  return (
    '// Made from openapi.json by make-types.ts: do not edit.\n\n' +
    `${schemas.join('\n')}\nexport interface Operations {\n${operations.join('')}}\n`
  );
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const of = (place: string) => {
    const chosen = parameters.filter((parameter) => parameter.in === place);
    return objectType({
      properties: Object.fromEntries(
        chosen.map(({ name, schema, description }) => [
          name,
          description ? { ...schema, description } : schema,
        ]),
      ),
      required: chosen.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    });
  };
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 300);
  const types = new Set(answers.map(([, { content }]) => contentType(content)));
  return `{
    path: ${of('path')};
    query: ${of('query')};
    headers: ${of('header')};
    body: ${contentType(requestBody?.content)};
    answer: ${[...types].join(' | ')};
  }`;
}

/** JSON by its schema; binary data as a Blob, other text as a string. */
function contentType(content: Content = {}): string {
  const types = Object.values(content).map(({ schema }) => typeOf(schema));
  return types.length > 0 ? [...new Set(types)].join(' | ') : 'undefined';
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if ('const' in schema) return literal(schema.const);
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return ways.map(typeOf).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (schema.type === undefined) return 'unknown';
  return [schema.type]
    .flat()
    .map((type) => typeNamed(type, schema))
    .join(' | ');
}

function typeNamed(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'array':
      return arrayType(schema);
    case 'object':
      return objectType(schema);
    default:
      return type;
  }
}

function arrayType({ items = {}, minItems, maxItems }: Schema): string {
  const type = typeOf(items);
  if (minItems === undefined || minItems !== maxItems) return `readonly (${type})[]`;
  return `readonly [${Array<string>(minItems).fill(type).join(', ')}]`;
}

function objectType({ properties = {}, required = [], additionalProperties = true }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(schema.description)}readonly ${quoted(name)}${optional}: ${typeOf(schema)};`;
  });
  if (typeof additionalProperties === 'object') {
    // TypeScript wants the named members to be of this type too
    const type = members.length > 0 ? 'unknown' : typeOf(additionalProperties);
    members.push(`readonly [name: string]: ${type};`);
  }
  if (members.length > 0) return `{\n${members.join('\n')}\n}`;
  return additionalProperties === false ? 'Record<never, never>' : 'Readonly<Record<string, unknown>>';
}

const literal = (value: unknown) => (typeof value === 'string' ? quoted(value, true) : JSON.stringify(value));

function quoted(name: string, always = false): string {
  return !always && /^[A-Za-z_]\w*$/.test(name) ? name : `'${name.replaceAll(/['\\]/g, '\\$&')}'`;
}

function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '';
}

/** What types.ts holds when it is current. */
export async function currentTypes(): Promise<string> {
  const document = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  const { format } = await import('oxfmt');
  const text = typesOf(JSON.parse(document) as OpenApi);
  return (await format('types.ts', text, { printWidth: 110, singleQuote: true })).code;
}

if (import.meta.main) writeFileSync(new URL('types.ts', import.meta.url), await currentTypes());
