import { isFrame } from './arriving-files.ts';

/** As on the command line: frame 2 before frame 10. */
const natural = new Intl.Collator('en', { numeric: true });

/** Frames in their order. What a folder holds beside them, and what programs hide there, is left alone. */
export function framesInOrder(files: readonly File[]): readonly File[] {
  const frames = files.filter((file) => isFrame(file) && !/^[.~]/.test(file.name));
  return frames.toSorted((a, b) => natural.compare(pathOf(a), pathOf(b)));
}

/** Of a file in a folder that was chosen, with the folder’s name. */
function pathOf({ webkitRelativePath, name }: File): string {
  return webkitRelativePath || name;
}
