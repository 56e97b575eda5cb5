/** What a manifest lists: digests by path. */
export function listedIn(bytes: Uint8Array | undefined): Map<string, string> {
  const lines = bytes ? new TextDecoder().decode(bytes).trimEnd().split('\n') : [];
  return new Map(lines.filter((line) => line !== '').map((line) => [line.slice(66), line.slice(0, 64)]));
}
