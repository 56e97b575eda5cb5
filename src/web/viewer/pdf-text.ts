/** How the fonts of a page are called, see pdf-file.ts. */
const FONTS = { plain: 'F1', bold: 'F2', symbol: 'F3' } as const;

/** Characters of WinAnsi beyond Latin-1 that words here have, and what stands for those it lacks. */
const WIN_ANSI: Readonly<Record<string, number>> = {
  ...{
    '−': 0x96,
    '–': 0x96,
    '—': 0x97,
    '’': 0x92,
    '“': 0x93,
    '”': 0x94,
    '…': 0x85,
    '\u202f': 0x20,
    '\u00a0': 0x20,
  },
};
/** Greek letters by the places that the font Symbol has for them. */
const SYMBOL: Readonly<Record<string, number>> = { σ: 0x73, μ: 0x6d, λ: 0x6c, π: 0x70, Δ: 0x44, φ: 0x6a };

/** Words from a place on; what neither of the standard fonts has becomes a question mark. Units of the drawing, y downwards. */
export function showText(
  x: number,
  y: number,
  words: string,
  size: number,
  weight: 'plain' | 'bold' = 'plain',
): string {
  const runs = runsOf(words).map(
    ({ isSymbol, bytes }) => `/${isSymbol ? FONTS.symbol : FONTS[weight]} ${size} Tf (${escaped(bytes)}) Tj`,
  );
  const place = [x, y].map((value) => Number(value.toFixed(3))).join(' ');
  return `BT 1 0 0 -1 ${place} Tm ${runs.join(' ')} ET`;
}

interface Run {
  readonly isSymbol: boolean;
  readonly bytes: number[];
}

function runsOf(words: string): Run[] {
  const runs: Run[] = [];
  for (const character of words.normalize('NFC')) {
    const symbol = SYMBOL[character];
    const isSymbol = symbol !== undefined;
    const code = character.codePointAt(0)!;
    const latin = (code >= 0x20 && code < 0x7f) || (code >= 0xa1 && code <= 0xff) ? code : 0x3f;
    const byte = symbol ?? WIN_ANSI[character] ?? latin;
    const last = runs.at(-1);
    if (last?.isSymbol === isSymbol) last.bytes.push(byte);
    else runs.push({ isSymbol, bytes: [byte] });
  }
  return runs;
}

/** A string of PDF in ASCII. */
function escaped(bytes: readonly number[]): string {
  return bytes
    .map((byte) => {
      const character = String.fromCharCode(byte);
      if ('()\\'.includes(character)) return `\\${character}`;
      return byte < 0x7f ? character : `\\${byte.toString(8)}`;
    })
    .join('');
}
