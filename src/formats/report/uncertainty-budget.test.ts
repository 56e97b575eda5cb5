import { expect, it } from 'vitest';
import { uncertaintyBudget } from './uncertainty-budget.ts';

it('does not promise that numbers of the frame add up to the median of its map', () => {
  const component = { name: 'constraint', type: 'A', correlation_length_um: null } as const;
  const method = 'what is assumed, root mean square over the frame';
  const { markup } = uncertaintyBudget([{ ...component, median_rad: 0.535, method }], 0.0021);
  const words = markup.replaceAll(/\s+/g, ' ');
  expect(words).toContain('0.54');
  expect(words).toContain('or the root mean square over the frame where that is said');
  expect(words).toContain('need not add up to the median of the map');
});
