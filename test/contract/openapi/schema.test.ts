import { describe, expect, it } from 'vitest';
import { violations, type Schema } from './schema.ts';

const nothing: Schema = {};
const strict: Schema = {
  type: 'object',
  properties: {
    a: { type: 'integer', minimum: 1 },
    b: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/B' }] },
  },
  required: ['a'],
  additionalProperties: false,
};
const schemas = { B: { type: 'string', pattern: '^x+$', maxLength: 3 } } as const;

describe('violations', () => {
  it.each([
    [strict, { a: 1 }],
    [strict, { a: 2, b: null }],
    [strict, { a: 2, b: 'xx' }],
    [nothing, { anything: [1] }],
    [{ type: ['number', 'null'] }, null],
    [{ type: 'array', prefixItems: [{ const: 1 }, { type: 'string' }] }, [1, 'x']],
    [
      { type: 'object', additionalProperties: { type: 'number' }, propertyNames: { pattern: '^[a-z]$' } },
      { q: 1 },
    ],
    [{ type: 'string', format: 'date-time' }, '2026-11-21T13:24:34.096Z'],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ oneOf: [{ type: 'string' }, { minLength: 2 }] }, 'x'],
  ] as [Schema, unknown][])('finds none in %j for %j', (schema, value) => {
    expect(violations(value, schema, schemas)).toEqual([]);
  });

  it.each([
    [strict, {}],
    [strict, []],
    [strict, { a: 0 }],
    [strict, { a: 1.5 }],
    [strict, { a: 1, c: 1 }],
    [strict, { a: 1, b: 'xxxx' }],
    [strict, { a: 1, b: 'y' }],
    [{ type: 'number' }, NaN],
    [{ type: 'array', prefixItems: [{ const: 1 }] }, [2]],
    [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['a', 'b']],
    [{ additionalProperties: { type: 'number' } }, { q: 'x' }],
    [{ propertyNames: { pattern: '^[a-z]$' } }, { Q: 1 }],
    [{ type: 'string', format: 'date-time' }, '21 November'],
    [{ exclusiveMinimum: 0 }, 0],
    [{ exclusiveMaximum: 1 }, 1],
    [{ maximum: 1 }, 2],
    [{ enum: ['a'] }, 'b'],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 3],
    [{ oneOf: [{ type: 'string' }, { minLength: 1 }] }, 'x'],
  ] as [Schema, unknown][])('finds one in %j for %j', (schema, value) => {
    expect(violations(value, schema, schemas)).toHaveLength(1);
  });

  it('does not pass over what it does not know', () => {
    expect(() => violations(1, { multipleOf: 2 } as Schema, {})).toThrow('multipleOf');
  });
});
