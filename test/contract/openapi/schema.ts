type Type = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** What the document uses of JSON Schema 2020-12. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: Type | readonly Type[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

type Schemas = Readonly<Record<string, Schema>>;
type Rule = (value: unknown, schema: Schema, schemas: Schemas, at: string) => string[];

/** Everything in which a value is not what its schema says, each as a pointer and a sentence. */
export function violations(value: unknown, schema: Schema, schemas: Schemas, at = ''): string[] {
  return Object.keys(schema).flatMap((keyword) => {
    const rule = rules[keyword as keyof Schema];
    if (rule === undefined) throw new Error(`the schema at ${at} uses ${keyword}, which is not checked here`);
    return rule === 'words' ? [] : rule(value, schema, schemas, at);
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const types: Readonly<Record<Type, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  uri: (text) => URL.canParse(text),
  binary: () => true,
  password: () => true,
};

/** A rule for texts or numbers, which says nothing about other values. */
function about<T>(
  type: 'string' | 'number',
  holds: (value: T, schema: Schema) => boolean,
  words: string,
): Rule {
  return (value, schema, _, at) =>
    typeof value !== type || holds(value as T, schema) ? [] : [`${at} is ${JSON.stringify(value)}: ${words}`];
}

const list =
  (what: string): Rule =>
  (value, schema, _, at) => {
    if (!Array.isArray(value)) return [];
    const { minItems = 0, maxItems = Infinity } = schema;
    return value.length >= minItems && value.length <= maxItems
      ? []
      : [`${at} has ${value.length} items: ${what}`];
  };

function properties(value: unknown, schema: Schema, schemas: Schemas, at: string): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const known = schema.properties?.[name];
    return known ? violations(part, known, schemas, `${at}/${name}`) : [];
  });
}

function additional(value: unknown, schema: Schema, schemas: Schemas, at: string): string[] {
  const { additionalProperties: allowed = true } = schema;
  if (!isObject(value) || allowed === true) return [];
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(schema.properties ?? {}, name));
  return others.flatMap(([name, part]) =>
    allowed === false
      ? [`${at}/${name} is not declared`]
      : violations(part, allowed, schemas, `${at}/${name}`),
  );
}

function reference(value: unknown, { $ref = '' }: Schema, schemas: Schemas, at: string): string[] {
  const found = schemas[$ref.replace('#/components/schemas/', '')];
  if (!found) throw new Error(`there is no ${$ref}`);
  return violations(value, found, schemas, at);
}

const count = (value: unknown, ways: readonly Schema[], schemas: Schemas, at: string) =>
  ways.filter((way) => violations(value, way, schemas, at).length === 0).length;

const rules: Readonly<Record<keyof Schema, Rule | 'words'>> = {
  $ref: reference,
  type: (value, { type = [] }, _, at) =>
    [type].flat().some((name) => types[name as Type](value))
      ? []
      : [`${at} is ${JSON.stringify(value)?.slice(0, 80)}: not ${String(type)}`],
  enum: (value, { enum: values = [] }, _, at) =>
    values.includes(value) ? [] : [`${at} is ${JSON.stringify(value)}: none of ${values.join(', ')}`],
  const: (value, schema, _, at) => (value === schema.const ? [] : [`${at} is not ${String(schema.const)}`]),
  properties,
  required: (value, { required = [] }, _, at) =>
    isObject(value)
      ? required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}/${name} is missing`)
      : [],
  additionalProperties: additional,
  propertyNames: (value, { propertyNames = {} }, schemas, at) =>
    isObject(value) ? Object.keys(value).flatMap((name) => violations(name, propertyNames, schemas, at)) : [],
  items: (value, { items = {}, prefixItems = [] }, schemas, at) =>
    Array.isArray(value)
      ? value.slice(prefixItems.length).flatMap((part, i) => violations(part, items, schemas, `${at}/${i}`))
      : [],
  prefixItems: (value, { prefixItems = [] }, schemas, at) =>
    Array.isArray(value)
      ? prefixItems.flatMap((item, i) =>
          i in value ? violations(value[i], item, schemas, `${at}/${i}`) : [],
        )
      : [],
  minItems: list('too few'),
  maxItems: list('too many'),
  minimum: about<number>('number', (value, { minimum = 0 }) => value >= minimum, 'too small'),
  maximum: about<number>('number', (value, { maximum = 0 }) => value <= maximum, 'too large'),
  exclusiveMinimum: about<number>(
    'number',
    (value, { exclusiveMinimum = 0 }) => value > exclusiveMinimum,
    'too small',
  ),
  exclusiveMaximum: about<number>(
    'number',
    (value, { exclusiveMaximum = 0 }) => value < exclusiveMaximum,
    'too large',
  ),
  minLength: about<string>(
    'string',
    (value, { minLength = 0 }) => [...value].length >= minLength,
    'too short',
  ),
  maxLength: about<string>(
    'string',
    (value, { maxLength = 0 }) => [...value].length <= maxLength,
    'too long',
  ),
  pattern: about<string>(
    'string',
    (value, { pattern = '' }) => new RegExp(pattern, 'u').test(value),
    'no match',
  ),
  format: about<string>('string', (value, { format = '' }) => formats[format]!(value), 'not its format'),
  anyOf: (value, { anyOf = [] }, schemas, at) =>
    count(value, anyOf, schemas, at) > 0 ? [] : [`${at} is ${JSON.stringify(value)}: none of the ways`],
  oneOf: (value, { oneOf = [] }, schemas, at) =>
    count(value, oneOf, schemas, at) === 1 ? [] : [`${at} is ${JSON.stringify(value)}: not one of the ways`],
  allOf: (value, { allOf = [] }, schemas, at) =>
    allOf.flatMap((part) => violations(value, part, schemas, at)),
  title: 'words',
  description: 'words',
  default: 'words',
  example: 'words',
  examples: 'words',
};
