/** A string, or a sign that the structure is made of. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** An object or an array that is open where the text is read. */
interface Open {
  /** null: an array */
  readonly names: Set<string> | null;
  /** the name or the place of the value that is read */
  at: string | number;
}

/** JSON Pointers to each name that an object of this valid JSON has once more, in the order of the text. */
export function repeatedNames(json: string): string[] {
  const found: string[] = [];
  const open: Open[] = [];
  let text = '';
  for (const [token] of json.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ names: new Set(), at: '' });
    else if (token === '[') open.push({ names: null, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (inner && typeof inner.at === 'number') inner.at++;
    } else if (token !== ':') text = token;
    else if (inner?.names) {
      inner.at = JSON.parse(text) as string;
      if (inner.names.has(inner.at)) found.push(pointerTo(open));
      inner.names.add(inner.at);
    }
  }
  return [...new Set(found)];
}

function pointerTo(open: readonly Open[]): string {
  return open.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
