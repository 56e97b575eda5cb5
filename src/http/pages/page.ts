export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
}

/** @param rows of HTML @param label what a screen reader calls it: a wide one scrolls by itself on narrow screens */
export function htmlTable(
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const row = (cells: readonly string[], name: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`;
  return (
    `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table>` +
    `${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table></div>`
  );
}

/** A page of the service around some content that is HTML already. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Leith</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<header><a href="/">Leith</a> <nav><a href="/docs">API</a> <a href="/targets">Targets</a> <a href="/problems">Problems</a></nav></header>
<main>${content}</main>
</html>
`;
}
