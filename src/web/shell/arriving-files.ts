import { useEffect } from 'preact/hooks';
import { droppedFiles } from './dropped-files.ts';

/** Files, or what lies in folders, that were dropped or pasted somewhere on the page where no field took them. */
export function useArrivingFiles(take: (files: readonly File[]) => void): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      // a file dropped beside a field must not take the place of the page
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then(arrived);
    };
    const paste = (event: ClipboardEvent): void => arrived([...(event.clipboardData?.files ?? [])]);
    const arrived = (files: readonly File[]): void => {
      if (files.length > 0) take(files);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  });
}

/** A result package, by its name: what is in it is not looked at here. An NPZ is none. */
export function isPackage({ name }: File): boolean {
  return /\.zip$/i.test(name);
}

/** A frame, by its name. */
export function isFrame({ name }: File): boolean {
  return /\.(png|tiff?|bmp|np[yz]|h5|hdf5|mat|jpe?g)$/i.test(name);
}
