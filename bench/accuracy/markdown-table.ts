/** A Markdown table; numbers are expected to be formatted by the caller. */
export function markdownTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

/** rad → mrad with the digits that a noise figure deserves. */
export function mrad(rad: number): string {
  const value = 1000 * rad;
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
