import { z } from 'zod';
import { NOT_STORABLE, STORABLE_TEXT } from '../../../core/limits/storable-text.ts';
import { resultSorts } from '../../../services/result/list-results.ts';

const LONGEST_SEARCH = 100;
/** Each is looked for in everything that an account has written. */
const MOST_WORDS = 8;

/** What the list of results takes beside limit and cursor. */
export const resultFilters = z.object({
  q: z
    .string({ error: 'is not one text' })
    .max(LONGEST_SEARCH, `is longer than ${LONGEST_SEARCH} characters`)
    .regex(STORABLE_TEXT, NOT_STORABLE)
    .refine((text) => wordsOf(text).length <= MOST_WORDS, `has more than ${MOST_WORDS} words`)
    .default('')
    .describe(`words that a result is called by, at most ${MOST_WORDS}`),
  sort: z
    .enum(resultSorts, { error: `is none of ${resultSorts.join(', ')}` })
    .default('newest')
    .describe('the order; results without the name that is asked for come last'),
  holography_mode: z
    .enum(['off-axis', 'inline'], { error: 'is neither off-axis nor inline' })
    .optional()
    .describe('only results of this mode'),
});

export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((word) => word !== ''))];
}

const ID = /^evr_[a-z0-9]{1,60}$/;
/** With the name that comes first in the order; longer than any. */
const ID_AND_NAME = /^evr_[a-z0-9]{1,60}( [^\0]{1,300})?$/su;

/** Whether a cursor can be one of the list in this order. */
export function isResultKey(key: string, { sort }: z.output<typeof resultFilters>): boolean {
  return (sort === 'file_name' || sort === 'sample' ? ID_AND_NAME : ID).test(key);
}
