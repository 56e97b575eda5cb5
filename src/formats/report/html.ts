/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly markup: string;

  /** @param markup trusted: everything that comes from outside goes through {@link html} instead */
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | readonly Part[];

/** A piece of a page; everything put into it that is not {@link Html} itself is escaped. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    literals.reduce((markup, literal, index) => markup + render(parts[index - 1] ?? null) + literal),
  );
}

function render(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return part.map(render).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that turn the direction of writing or are invisible could make an identifier look like another. */
function escape(text: string): string {
  return text
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
      '\ufffd',
    )
    .replace(/[&<>"']/g, (character) => entities[character]!);
}
