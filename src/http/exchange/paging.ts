import { z } from 'zod';
import { Problem, type FieldError } from '../../core/problem/problem.ts';
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
  cursor: z.string().optional().describe('next_cursor of the page before'),
});

/** What a list answers with, newest first. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe('where the next page begins; null: this is the last'),
  });
}

/** What keys of lists consist of: identifiers and whole numbers. */
const KEY = /^[a-z0-9_]{1,64}$/;

/** @throws Problem INVALID_INPUT with everything that is wrong with the query */
export function readPage(query: unknown): PageRequest {
  const { limit, cursor, ...unknown } = (query ?? {}) as Record<string, unknown>;
  const errors: FieldError[] = Object.keys(unknown).map((name) => ({
    pointer: `/${name}`,
    message: 'is unknown: a list takes limit and cursor',
  }));
  const size = limit === undefined ? DEFAULT_LIMIT : /^\d+$/.test(String(limit)) ? Number(limit) : NaN;
  if (!(size >= 1 && size <= MAX_LIMIT)) {
    const message = `is ${JSON.stringify(limit)}: a whole number from 1 to ${MAX_LIMIT}`;
    errors.push({ pointer: '/limit', message });
  }
  const after = cursor === undefined ? null : keyOf(cursor);
  if (after === undefined) {
    errors.push({ pointer: '/cursor', message: 'is none that this service gave out as next_cursor' });
  }
  if (errors.length > 0 || after === undefined) {
    const detail = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
    throw new Problem('INVALID_INPUT', detail, errors);
  }
  return { limit: size, after };
}

export function answerPage<Item>({ items, next }: Page<Item>): {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
} {
  return { items, next_cursor: next === null ? null : Buffer.from(next).toString('base64url') };
}

function keyOf(cursor: unknown): string | undefined {
  const key = Buffer.from(String(cursor), 'base64url').toString();
  return KEY.test(key) ? key : undefined;
}
