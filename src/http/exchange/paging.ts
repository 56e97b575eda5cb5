import { z } from 'zod';
import { Problem, type FieldError } from '../../core/problem/problem.ts';
import { fieldErrors } from '../../core/workflow-fit/request.ts';
import type { Page, PageRequest } from '../../services/page.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Documents the query of a list; `readPage` checks it. */
export const pageQuerySchema = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .describe('the most items to answer with'),
  cursor: z.string().min(1).optional().describe('next_cursor of the page before'),
});

/** What a list answers with, newest first. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe('where the next page begins; null: this is the last'),
  });
}

/** What keys of most lists consist of: identifiers and whole numbers. */
const KEY = /^[a-z0-9_]{1,64}$/;

/** @throws Problem INVALID_INPUT with everything that is wrong with the query */
export function readPage(query: unknown): PageRequest {
  return readFilteredPage(query, z.object({})).page;
}

/**
 * The same of a list that takes more than limit and cursor.
 * @param isKey whether a cursor stands for an item of the list as it is asked for
 */
export function readFilteredPage<Filters extends z.ZodObject>(
  query: unknown,
  schema: Filters,
  isKey: (key: string, filters: z.output<Filters>) => boolean = (key) => KEY.test(key),
): { readonly page: PageRequest; readonly filters: z.output<Filters> } {
  const { limit, cursor, ...given } = (query ?? {}) as Record<string, unknown>;
  const known = Object.keys(schema.shape);
  const takes = ['limit', ...known, 'and cursor'].join(known.length === 0 ? ' ' : ', ');
  const errors: FieldError[] = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({ pointer: `/${name}`, message: `is unknown: a list takes ${takes}` }));
  const filters = schema.safeParse(given);
  if (!filters.success) errors.push(...filters.error.issues.flatMap(fieldErrors));
  const size = limit === undefined ? DEFAULT_LIMIT : /^\d+$/.test(String(limit)) ? Number(limit) : NaN;
  if (!(size >= 1 && size <= MAX_LIMIT)) {
    const message = `is ${JSON.stringify(limit)}: a whole number from 1 to ${MAX_LIMIT}`;
    errors.push({ pointer: '/limit', message });
  }
  const fits = (key: string) => !filters.success || isKey(key, filters.data);
  const after = cursor === undefined ? null : keyOf(cursor, fits);
  if (after === undefined) {
    errors.push({ pointer: '/cursor', message: 'is none that this service gave out as next_cursor' });
  }
  if (errors.length > 0 || after === undefined || !filters.success) {
    const detail = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
    throw new Problem('INVALID_INPUT', detail, errors);
  }
  return { page: { limit: size, after }, filters: filters.data };
}

export function answerPage<Item>({ items, next }: Page<Item>): {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
} {
  return { items, next_cursor: next === null ? null : Buffer.from(next).toString('base64url') };
}

function keyOf(cursor: unknown, fits: (key: string) => boolean): string | undefined {
  const key = Buffer.from(String(cursor), 'base64url').toString();
  return fits(key) ? key : undefined;
}
