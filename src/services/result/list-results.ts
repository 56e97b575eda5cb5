import { sql, type Expression, type SqlBool } from 'kysely';
import { foldText } from '../archive/labels.ts';
import { isHeld } from '../hold/is-held.ts';
import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Database, Store } from '../ports/database.ts';
import { prepared } from '../ports/prepared.ts';
import { knownResults } from './known-results.ts';
import { toResult, type Result } from './result.ts';

export const resultSorts = ['newest', 'oldest', 'file_name', 'sample'] as const;
export type ResultSort = (typeof resultSorts)[number];

/** Which of an account's results are wanted, and in which order. */
export interface ResultsWanted {
  readonly sort: ResultSort;
  /** each is part of what the result is called, or one of its identifiers; none: all results */
  readonly words: readonly string[];
  /** null: any */
  readonly holography_mode: string | null;
}

export const ALL_RESULTS: ResultsWanted = { sort: 'newest', words: [], holography_mode: null };

type Wanted = Readonly<Record<'account_id', string> & Record<'limit', number>>;
type WantedAfter = Wanted & Readonly<Record<'after', string>>;

const newest = prepared((db, wanted: Wanted) =>
  changingOf(db, wanted.account_id).orderBy('evidence_report_id', 'desc').limit(wanted.limit),
);
const newestAfter = prepared((db, { account_id, limit, after }: WantedAfter) =>
  changingOf(db, account_id)
    .where('evidence_report_id', '<', after)
    .orderBy('evidence_report_id', 'desc')
    .limit(limit),
);

/** An account's packages. */
export async function listResults(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
  wanted: ResultsWanted = ALL_RESULTS,
): Promise<Page<Result>> {
  const { sort, words, holography_mode } = wanted;
  const plain = sort === 'newest' && words.length === 0 && holography_mode === null;
  const results = plain
    ? await plainPage(store.read(), account_id, page)
    : (await searchFor(store.read(), account_id, page, wanted).execute()).map(toResult);
  return cutPage(results, page, (result) => keyIn(sort, result));
}

/** The list as the page shows it, which is asked for again and again. */
async function plainPage(db: Database, account_id: string, { after, limit }: PageRequest) {
  const wanted = { account_id, limit: limit + 1 };
  const rows = after === null ? await newest(db, wanted) : await newestAfter(db, { ...wanted, after });
  return knownResults(db, rows, (ids) =>
    resultsOf(db, account_id).where('evidence_report_id', 'in', ids).execute(),
  );
}

function changingOf(db: Database, account_id: string) {
  return db
    .selectFrom('packages')
    .where('requester', '=', account_id)
    .select(['evidence_report_id', 'file_name', 'sample', 'note'])
    .select((table) => isHeld(table).as('held'));
}

function searchFor(
  db: Database,
  account_id: string,
  { after, limit }: PageRequest,
  { sort, words, holography_mode }: ResultsWanted,
) {
  let query = resultsOf(db, account_id).limit(limit + 1);
  if (holography_mode !== null) query = query.where('holography_mode', '=', holography_mode);
  for (const word of words) query = query.where(hasWord(word));
  if (sort === 'newest' || sort === 'oldest') {
    const [order, beyond] = sort === 'newest' ? (['desc', '<'] as const) : (['asc', '>'] as const);
    if (after !== null) query = query.where('evidence_report_id', beyond, after);
    return query.orderBy('evidence_report_id', order);
  }
  if (after !== null) query = query.where(isAfter(sort, after));
  return query.orderBy(nameKey(sql.ref(sort))).orderBy('evidence_report_id', 'desc');
}

/** What a page goes on after: the identifier, and the name where that comes first in the order. */
function keyIn(sort: ResultSort, result: Result): string {
  const { evidence_report_id } = result;
  const name = sort === 'file_name' || sort === 'sample' ? result[sort] : null;
  return name === null ? evidence_report_id : `${evidence_report_id} ${name}`;
}

/** Results without the name come last, and of those with the same the newest first. */
function isAfter(sort: 'file_name' | 'sample', after: string): Expression<SqlBool> {
  const space = after.indexOf(' ');
  const [id, name] = space < 0 ? [after, null] : [after.slice(0, space), after.slice(space + 1)];
  const [mine, last] = [nameKey(sql.ref(sort)), nameKey(sql`cast(${name} as text)`)];
  return sql<SqlBool>`(${mine} > ${last} or (${mine} = ${last} and evidence_report_id < ${id}))`;
}

/** Small and capital letters of ASCII are the same; beyond that each database has its own order. */
function nameKey(name: Expression<unknown>) {
  return sql<string>`(case when ${name} is null then '1' else '0' || lower(${name}) end)`;
}

function hasWord(word: string): Expression<SqlBool> {
  const escaped = foldText(word).replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql<SqlBool>`(search_text like ${`%${escaped}%`} escape '\\'
    or ${word} in (evidence_report_id, archive_id, run_id, input_sha256))`;
}

function resultsOf(db: Database, account_id: string) {
  return (
    db
      .selectFrom('packages')
      .where('requester', '=', account_id)
      .select([
        ...(['evidence_report_id', 'archive_id', 'run_id', 'input_sha256', 'sha256', 'bytes'] as const),
        ...(['holography_mode', 'profile_id', 'created_at', 'file_name', 'sample', 'note'] as const),
        'parameters',
      ])
      // long, and read only where there is nothing shorter
      .select(sql<string | null>`case when parameters is null then summary end`.as('summary'))
      .select((table) => isHeld(table).as('held'))
  );
}
