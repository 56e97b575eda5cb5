import { expect, it } from 'vitest';
import { attachKid, takeKids } from './dashed-kid.ts';

const kid = `-${'a'.repeat(42)}`;

it('lets a digest that begins with a dash be given as any other', () => {
  expect(attachKid(['r.zip', '--root', kid, '-q'], '--root')).toEqual(['r.zip', `--root=${kid}`, '-q']);
  expect(attachKid(['r.zip', '--root', 'b'.repeat(43)], '--root')).toEqual([
    'r.zip',
    '--root',
    'b'.repeat(43),
  ]);
  expect(takeKids(['revoke', kid, '--reason', 'lost'])).toEqual({
    kids: [kid],
    others: ['revoke', '--reason', 'lost'],
  });
});
