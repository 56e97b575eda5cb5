import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('html', () => {
  it('escapes what is put in, in text and in attributes, also in lists', () => {
    const hostile = `<script>alert("1")</script>&'`;
    const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;';
    expect(html`<b title="${hostile}">${[hostile, hostile]}</b>`.markup).toBe(
      `<b title="${escaped}">${escaped}${escaped}</b>`,
    );
  });

  it('puts pieces of a page in as they are', () => {
    expect(html`<p>${html`<i>${'a<b'}</i>`}</p>`.markup).toBe('<p><i>a&lt;b</i></p>');
  });

  it('shows characters that reverse the writing instead of obeying them', () => {
    expect(html`${'evr\u202egnp.exe'}`.markup).toBe('evr\ufffdgnp.exe');
  });
});
