import { useEffect, useState } from 'preact/hooks';
import type { GatheredFrames } from './frames-of-files.ts';

/** One of the frames, as a file; null: there is none yet. While another one is read, the one before stays. */
export function useOneFrame(gathered: GatheredFrames | null, k: number): File | null {
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => {
    if (gathered === null) return setFile(null);
    let gone = false;
    // what can't be read is marked in the result, and is no reason to stop here
    gathered.frameAt(k).then(
      (one) => gone || setFile(one),
      () => undefined,
    );
    return () => void (gone = true);
  }, [gathered, k]);
  return file;
}
