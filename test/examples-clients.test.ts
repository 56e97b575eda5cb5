import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { currentTypes, typesOf } from '../examples/clients/make-types.ts';

describe('examples/clients', () => {
  it('has the types that the API document gives now: node examples/clients/make-types.ts', async () => {
    const committed = readFileSync(new URL('../examples/clients/types.ts', import.meta.url), 'utf8');
    expect(committed === (await currentTypes())).toBe(true);
  });

  it('makes each kind of schema into its type', () => {
    const name = { type: 'string', description: 'what it is called' };
    const properties = {
      name,
      size: { type: ['integer', 'null'] },
      kind: { enum: ['a', 'b'] },
      also: { $ref: '#/x/B' },
    };
    const A = { type: 'object', properties, required: ['name'], additionalProperties: false };
    const B = { anyOf: [{ type: 'array', items: { type: 'string', format: 'binary' } }, { const: 1 }] };
    const text = typesOf({ paths: {}, components: { schemas: { A, B } } });
    expect(text).toContain(
      "export type A = {\n/** what it is called */\nreadonly name: string;\nreadonly size?: number | null;\nreadonly kind?: 'a' | 'b';\nreadonly also?: B;\n};",
    );
    expect(text).toContain('export type B = readonly (Blob)[] | 1;');
  });
});
