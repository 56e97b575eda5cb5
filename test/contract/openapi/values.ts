import fc from 'fast-check';
import { violations, type Schema } from './schema.ts';

/** Generated values are the same in every run. */
const SEED = 20_261_121;

/** Of every type, and those in which programs have stumbled. */
const odd: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 0.5, 3, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 53)],
  ...[
    '',
    ' ',
    'x',
    '0',
    'null',
    '__proto__',
    '\u0000',
    '\ud83d\ude00',
    '\u202e',
    'ſ',
    "'; --",
    '%s%n',
    '../..',
  ],
  ...[[], [[]], [null], ['x', 'x'], {}, { a: 1 }, { length: 1 }, { toString: 1 }],
  'x'.repeat(5000),
];

/** Values for a field: odd ones, each of its choices, both sides of each of its bounds, and generated ones. */
export function valuesFor(schema: Schema): unknown[] {
  const parts = [schema, ...(schema.anyOf ?? [])];
  const bounds = parts.flatMap(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) =>
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum].flatMap((bound) =>
      bound === undefined ? [] : [bound, below(bound), above(bound)],
    ),
  );
  const choices = parts.flatMap((part) => part.enum ?? []);
  const lengths = parts.flatMap(({ minLength, maxLength }) =>
    [minLength, maxLength].flatMap((length) =>
      length === undefined
        ? []
        : ['y'.repeat(length), 'y'.repeat(Math.max(0, length - 1)), 'y'.repeat(length + 1)],
    ),
  );
  const generated = fc.sample(fc.jsonValue({ maxDepth: 3 }), { seed: SEED, numRuns: 4 });
  return [...bounds, ...choices, ...lengths, ...odd, ...generated];
}

/** Whole bodies of any shape. */
export function anyBodies(): unknown[] {
  return fc.sample(fc.jsonValue({ maxDepth: 4 }), { seed: SEED, numRuns: 12 });
}

/** Whether the document refuses this value for a field. */
export function refuses(schema: Schema, value: unknown, schemas: Readonly<Record<string, Schema>>): boolean {
  return violations(value, schema, schemas).length > 0;
}

const above = (bound: number) => bound + Math.max(Math.abs(bound) * 1e-9, 1e-9);
const below = (bound: number) => bound - Math.max(Math.abs(bound) * 1e-9, 1e-9);
