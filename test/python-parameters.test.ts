import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { currentParameters, parametersOf } from '../clients/make-python-parameters.ts';

it('clients/python has the parameters that the API document gives now: npm run openapi', () => {
  const committed = new URL('../clients/python/src/leith/parameters.py', import.meta.url);
  expect(readFileSync(committed, 'utf8')).toBe(currentParameters());
});

it('makes each kind of parameter into its type, but for those that every request has', () => {
  const properties = {
    hologram: { type: 'string', format: 'binary' },
    wavelength_um: { type: 'number' },
    z_mm: { type: 'number', description: 'how far, mm' },
    kind: { type: 'string', enum: ['a', 'b'] },
    list: { type: 'string' },
    degree: { type: 'integer' },
  };
  const schema = { properties, required: ['wavelength_um'] };
  const requestBody = { content: { 'multipart/form-data': { schema } } };
  const text = parametersOf({ paths: { '/reconstruct_pdhm': { post: { requestBody } } } });
  const members = text.slice(text.indexOf('class Parameters')).match(/^ {4}\w+: .*$/gm);
  expect(members).toEqual([
    '    z_mm: float',
    '    kind: Literal["a", "b"]',
    '    list: Listed',
    '    degree: int',
  ]);
  expect(text).toContain('    """How far, mm."""');
});
