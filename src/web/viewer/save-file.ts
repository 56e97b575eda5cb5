/** Hands a file to the browser's downloads. */
export function saveFile(contents: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  // the download has begun when the page is next idle
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
