/** A number in two figures, written out from 100 on, too: 120, 12, 1.2, 0.12. */
export function inFigures(value: number): string {
  const text = value.toPrecision(2);
  return text.includes('e+') ? String(Number(text)) : text;
}
