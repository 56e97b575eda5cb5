/** Saves a file as a download would. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // browsers read it after the click
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
