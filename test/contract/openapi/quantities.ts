import type { Operation } from './document.ts';
import type { Schema } from './schema.ts';

/** A suffix that says what a number counts in. */
const UNIT = /(^|_)(um|mm|nm|rad|px|deg|ms|s|bytes|frames|usd_range)$/;

/** Numbers of which neither name nor description says what they count in, as places in the document. */
export function numbersWithoutUnit(
  operations: readonly Operation[],
  schemas: Readonly<Record<string, Schema>>,
): string[] {
  const named = Object.entries(schemas).flatMap(([name, schema]) =>
    search(schema, { place: name, said: false }),
  );
  const inOperations = operations.flatMap(({ name, parameters, requestBody, responses }) => [
    ...parameters.flatMap(({ name: parameter, description, schema }) =>
      search(schema, { place: `${name} ${parameter}`, said: saysUnit(parameter, description) }),
    ),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      search(schema, { place: `${name} body`, said: false }),
    ),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ schema }) =>
        search(schema, { place: `${name} ${status}`, said: false }),
      ),
    ),
  ]);
  return [...named, ...inOperations];
}

interface Found {
  readonly place: string;
  /** whether something around this schema says the unit of the numbers in it */
  readonly said: boolean;
}

const saysUnit = (name: string, description?: string) => UNIT.test(name) || Boolean(description);

function search(schema: Schema | boolean | undefined, { place, said }: Found): string[] {
  if (typeof schema !== 'object') return [];
  const here = said || Boolean(schema.description);
  const isNumber = [schema.type].flat().some((type) => type === 'number' || type === 'integer');
  const {
    properties = {},
    items,
    prefixItems = [],
    additionalProperties,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema;
  return [
    ...(isNumber && !here ? [place] : []),
    ...Object.entries(properties).flatMap(([name, part]) =>
      // an object such as crop_px says the unit of all its numbers by its name; its description speaks of the whole
      search(part, { place: `${place}.${name}`, said: said || UNIT.test(name) }),
    ),
    ...[items, additionalProperties, ...prefixItems, ...anyOf, ...oneOf, ...allOf].flatMap((part) =>
      search(part, { place, said: here }),
    ),
  ];
}
