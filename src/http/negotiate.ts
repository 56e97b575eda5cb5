interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/**
 * Which of the offered media types an Accept header wants most (RFC 9110 section 12.5.1), or null. Where two are
 * wanted equally, the one that is named goes before the one that a wildcard lets in, then the one offered first.
 */
export function negotiate<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | null {
  if (accept === undefined || accept.trim() === '') return offered[0] ?? null;
  const ranges = accept.split(',').map(parseRange);
  const wanted = offered.flatMap((type) => {
    const match = bestMatch(type, ranges);
    return match && match.range.quality > 0 ? [{ type, ...match }] : [];
  });
  wanted.sort((a, b) => b.range.quality - a.range.quality || b.precision - a.precision);
  return wanted[0]?.type ?? null;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const value = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, quality: value >= 0 && value <= 1 ? value : 0 };
}

/** The most precise range that lets a type in decides on it, even where it says no. */
function bestMatch(
  type: string,
  ranges: readonly MediaRange[],
): { range: MediaRange; precision: number } | null {
  const patterns = ['*/*', `${type.split('/')[0]}/*`, type];
  for (let precision = patterns.length - 1; precision >= 0; precision--) {
    const range = ranges.find((candidate) => candidate.type === patterns[precision]);
    if (range) return { range, precision };
  }
  return null;
}
