import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/** Stands for a value while a query is built. */
class Blank {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, string | number>>;

/**
 * A query that is asked with every request: its text is made once for each database, not each time.
 * @param build what `given` holds goes into it as values, and decides nothing
 */
export function prepared<Given extends Values, Row>(
  build: (db: Database, given: Given) => { compile(): CompiledQuery<Row> },
): (db: Database, given: Given) => Promise<Row[]> {
  const known = new WeakMap<Database, CompiledQuery<Row>>();
  const blanks = new Proxy({} as Given, { get: (_, name) => new Blank(String(name)) });
  return async (db, given) => {
    let query = known.get(db);
    if (!query) known.set(db, (query = build(db, blanks).compile()));
    const parameters = query.parameters.map((value) => (value instanceof Blank ? given[value.name] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
