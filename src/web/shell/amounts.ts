/** 12,345,678 bytes as people say it: 12.3 MB. */
export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [unit, size] = bytes < 999_500 ? ['kB', 1e3] : bytes < 999_500_000 ? ['MB', 1e6] : ['GB', 1e9];
  return `${Number((bytes / Number(size)).toPrecision(3))} ${unit}`;
}

/** A moment in the reader's own time zone. */
export function timeInWords(time: string): string {
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

export function secondsInWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
