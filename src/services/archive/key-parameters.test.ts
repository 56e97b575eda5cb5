import { expect, it } from 'vitest';
import { keyParameters } from './key-parameters.ts';
import type { Summary } from './summary.ts';

it('says whether there are pictures, which a request may leave out', () => {
  const made = (recipe: object) =>
    keyParameters({ parameters_used: { recipe } } as unknown as Summary).previews;
  expect(made({ outputs: ['phase', 'amplitude'] })).toBe(false);
  expect(made({ outputs: ['phase', 'previews'] })).toBe(true);
  // of a sequence all is made, and nothing said of it
  expect(made({})).toBe(true);
});
