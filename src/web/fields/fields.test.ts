import { expect, it } from 'vitest';
import { recipeFields } from '../../core/recipe/recipe.ts';
import * as fields from './fields.ts';

/** Chosen by the two large buttons, which no list of fields describes. */
const BY_ITSELF = 'holography_mode';

it('the form asks for every field of a reconstruction, and for each once', () => {
  const described = Object.values(fields)
    .filter((value) => typeof value === 'object')
    .flatMap((value) => [value].flat() as fields.Field[])
    .map(({ name }) => name);
  expect([...described, BY_ITSELF].sort()).toEqual(Object.keys(recipeFields).sort());
});
