/** One line per file, sorted by path: what `sha256sum` prints and `sha256sum -c` reads. */
export function manifest(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return sorted.map(({ path, sha256: digest }) => `${digest}  ${path}\n`).join('');
}
