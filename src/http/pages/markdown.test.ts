import { describe, expect, it } from 'vitest';
import { markdownToHtml } from './markdown.ts';

describe('markdownToHtml', () => {
  it('knows headings, paragraphs, lists and code', () => {
    const text = '# One\n\nTwo\nthree **four**.\n\n- a `x < y`\n  b\n- [c](/d)\n\n```\n<e>\n\n# f\n```\n';
    expect(markdownToHtml(text)).toBe(
      '<h1>One</h1>\n<p>Two three <strong>four</strong>.</p>\n' +
        '<ul><li>a <code>x &lt; y</code>   b</li><li><a href="/d">c</a></li></ul>\n' +
        '<pre><code>&lt;e&gt;\n\n# f</code></pre>',
    );
  });

  it('knows pictures and bare addresses', () => {
    expect(markdownToHtml('![a "b"](/c.svg) <https://d.example/e>')).toBe(
      '<p><img src="/c.svg" alt="a &quot;b&quot;"> <a href="https://d.example/e">https://d.example/e</a></p>',
    );
  });

  it('lets no HTML through', () => {
    expect(markdownToHtml('<script>"&"</script>')).toBe(
      '<p>&lt;script&gt;&quot;&amp;&quot;&lt;/script&gt;</p>',
    );
  });
});
