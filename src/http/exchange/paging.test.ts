import { expect, it } from 'vitest';
import { Problem } from '../../core/problem/problem.ts';
import { cutPage } from '../../services/page.ts';
import { answerPage, readPage } from './paging.ts';

const problemOf = (query: unknown): Problem => {
  try {
    readPage(query);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('it was taken');
};

it('begins with 50 items where nothing is said', () => {
  expect(readPage({})).toEqual({ limit: 50, after: null });
  expect(readPage(undefined)).toEqual({ limit: 50, after: null });
});

it('goes on after the last item of the page before, to the end', () => {
  const all = ['evr_5', 'evr_4', 'evr_3', 'evr_2', 'evr_1'];
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = readPage({ limit: '2', ...(cursor === null ? {} : { cursor }) });
    const rows = all.filter((id) => page.after === null || id < page.after).slice(0, page.limit + 1);
    const answer = answerPage(cutPage(rows, page, (id) => id));
    seen.push(...answer.items);
    cursor = answer.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(all);
});

it('ends with a page that is just full', () => {
  expect(cutPage(['b', 'a'], { limit: 2, after: null }, (id) => id).next).toBeNull();
});

it.each(['0', '201', '1.5', '-1', 'many', '', ['1', '2']])('refuses the limit %j', (limit) => {
  expect(problemOf({ limit }).errors).toMatchObject([{ pointer: '/limit' }]);
});

it.each(['', '!', Buffer.from('evr_1\0').toString('base64url'), Buffer.from("' OR 1").toString('base64url')])(
  'refuses the cursor %j',
  (cursor) => expect(problemOf({ cursor }).errors).toMatchObject([{ pointer: '/cursor' }]),
);

it('lists everything that is wrong', () => {
  const { errors } = problemOf({ limit: '0', cursor: '!', offset: '3' });
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/offset', '/limit', '/cursor']);
});
