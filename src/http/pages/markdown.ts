import { escapeHtml } from './page.ts';

/**
 * The part of Markdown that our own pages use: headings, paragraphs, `-` lists, fenced code, and inside them
 * code, strong text, pictures and links.
 */
export function markdownToHtml(markdown: string): string {
  const html: string[] = [];
  const lines = markdown.split('\n');
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    const heading = /^(#{1,3}) (.*)$/.exec(line);
    if (line.trim() === '') i++;
    else if (heading) {
      html.push(`<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`);
      i++;
    } else if (line.startsWith('```')) {
      const end = lines.indexOf('```', i + 1);
      html.push(`<pre><code>${escapeHtml(lines.slice(i + 1, end).join('\n'))}</code></pre>`);
      i = end + 1;
    } else {
      const block = takeBlock(lines, i);
      html.push(line.startsWith('- ') ? list(block) : `<p>${inline(block.join(' '))}</p>`);
      i += block.length;
    }
  }
  return html.join('\n');
}

/** The lines up to the next empty one. */
function takeBlock(lines: readonly string[], from: number): string[] {
  const end = lines.findIndex((line, i) => i >= from && line.trim() === '');
  return lines.slice(from, end < 0 ? lines.length : end);
}

function list(lines: readonly string[]): string {
  const items = lines.join('\n').slice(2).split('\n- ');
  return `<ul>${items.map((item) => `<li>${inline(item.replaceAll('\n', ' '))}</li>`).join('')}</ul>`;
}

/** Code is cut out first: nothing inside it means anything. */
function inline(text: string): string {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : plain(part)))
    .join('');
}

function plain(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/!\[([^\]]+)\]\(([^)\s]+)\)/g, '<img src="$2" alt="$1">')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/&lt;(https:[^\s&]+)&gt;/g, '<a href="$1">$1</a>');
}
