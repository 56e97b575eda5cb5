/** The beginning of an XML element, or an element without content. */
export interface StartTag {
  /** without a prefix for its namespace */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** More than any element of OME-XML has. */
const MOST_ATTRIBUTES = 64;
const LONGEST_VALUE = 1024;

const NAME = /[\p{L}_:][\p{L}\p{N}_:.-]*/uy;
const ATTRIBUTE = /\s+([\p{L}_:][\p{L}\p{N}_:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The start tags of an XML text in their order, and nothing else of it (XML 1.0, 5th edition, sections 2.4 to 3.1).
 * This takes one pass, keeps nothing, and knows no entities but those that every XML has: what a metadata text asks for
 * beyond that, it does not get. It ends, without an error, at the first place that is no XML, so that of a text that is
 * cut off its beginning is read, and at a document type, which no image file needs.
 */
export function* startTags(text: string): Generator<StartTag> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const passed = pastOther(text, at);
    if (passed === null) return;
    if (passed > at) {
      at = passed;
      continue;
    }
    const read = startTagAt(text, at + 1);
    if (read === null) return;
    yield read.tag;
    at = read.end;
  }
}

/** The end of what begins here and is no start tag; the same place: it is one; null: the text ends in it. */
function pastOther(text: string, at: number): number | null {
  for (const [begin, end] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
    ['</', '>'],
  ] as const) {
    if (!text.startsWith(begin, at)) continue;
    const found = text.indexOf(end, at + begin.length);
    return found < 0 ? null : found + end.length;
  }
  return text.startsWith('<!', at) ? null : at;
}

function startTagAt(text: string, at: number): { readonly tag: StartTag; readonly end: number } | null {
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return null;
  const attributes = new Map<string, string>();
  let end = at + name.length;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const found = ATTRIBUTE.exec(text);
    if (!found) break;
    if (attributes.size === MOST_ATTRIBUTES) return null;
    attributes.set(found[1]!, unescaped((found[2] ?? found[3]!).slice(0, LONGEST_VALUE)));
    end = ATTRIBUTE.lastIndex;
  }
  const close = /\s*\/?>/y;
  close.lastIndex = end;
  if (!close.test(text)) return null;
  return { tag: { name: name.slice(name.indexOf(':') + 1), attributes }, end: close.lastIndex };
}

function unescaped(value: string): string {
  return value.replace(ENTITY, (whole, decimal?: string, hex?: string, named?: string) => {
    if (named !== undefined) return NAMED[named] ?? whole;
    const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
