/**
 * The short tables of docs/accuracy.md are rows and columns of the tables of docs/accuracy/, so that no number is copied
 * by hand. What stands between the marks says which: the heads name the columns, the first cells of a row the row.
 */

const MARKED = /(<!-- rows of ([\w./-]+), table (\d+) -->\n)([^]*?)(<!-- end -->)/g;

type Row = readonly string[];

const cellsOf = (line: string): Row =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Every table of a page: its head, then its rows. */
function tablesOf(page: string): readonly (readonly Row[])[] {
  const blocks = page.match(/(?:^\|.*\n?)+/gm) ?? [];
  return blocks.map((block) => {
    const lines = block.trimEnd().split('\n');
    return lines.filter((_, i) => i !== 1).map(cellsOf);
  });
}

/** Where each column of a short table is in the whole one; of two with one name the second is the second there, too. */
function placesOf(columns: Row, head: Row): readonly number[] {
  return columns.map((column, i) => {
    let place = -1;
    for (const other of columns.slice(0, i + 1)) {
      if (other === column) place = head.indexOf(column, place + 1);
    }
    if (place < 0) throw new Error(`no column “${column}”`);
    return place;
  });
}

/** The one row that has the first cells of the short one, as few of them as tell it apart. */
function rowLike(short: Row, places: readonly number[], rows: readonly Row[]): Row {
  let left = rows;
  for (const [i, place] of places.entries()) {
    left = left.filter((row) => row[place] === short[i]);
    if (left.length === 1) return left[0]!;
    if (left.length === 0) break;
  }
  throw new Error(`${left.length} rows “${short.join(' | ')}”`);
}

function pickedTable(short: readonly Row[], whole: readonly Row[]): string {
  const [columns, ...shortRows] = short;
  const [head, ...rows] = whole;
  const places = placesOf(columns!, head!);
  const picked = shortRows.map((row) => rowLike(row, places, rows));
  const line = (row: Row) => `| ${places.map((place) => row[place]).join(' | ')} |`;
  return [line(head!), `|${' --- |'.repeat(places.length)}`, ...picked.map(line)].join('\n');
}

/**
 * The page with its short tables as the pages that they come from have them.
 * @param read the text of a page, by its address as the marks give it
 * @throws where a page has no such table, column or row, or a row is not told apart from another
 */
export function withPickedRows(page: string, read: (address: string) => string): string {
  const filled = (_: string, mark: string, address: string, number: string, old: string, end: string) => {
    const whole = tablesOf(read(address))[Number(number) - 1];
    const [short] = tablesOf(old);
    if (!whole || !short) throw new Error(`no table ${number} of ${address}, or no row of it`);
    try {
      const share = `${short.length - 1} of [${whole.length - 1} rows](${address}).`;
      return `${mark}\n${pickedTable(short, whole)}\n\n${share}\n\n${end}`;
    } catch (problem) {
      throw new Error(`${address}, table ${number}: ${(problem as Error).message}`, { cause: problem });
    }
  };
  return page.replace(MARKED, filled);
}
