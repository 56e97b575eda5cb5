/**
 * The data of server-sent events (HTML standard, section 9.2), as JSON. EventSource can send no key, so the stream is
 * read here.
 */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop()!;
      for (const block of blocks) {
        const data = block
          .split(/\r?\n/)
          .flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
        if (data.length > 0) yield JSON.parse(data.join('\n'));
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
