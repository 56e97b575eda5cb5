import { useEffect, useState } from 'preact/hooks';
import { useServiceFacts } from '../shell/service-facts.ts';
import { framesOfFiles, type GatheredFrames } from './frames-of-files.ts';

/** What was made of the files that were chosen. */
export interface Gathered {
  /** null: none were chosen, or they are being looked at */
  readonly gathered: GatheredFrames | null;
  readonly error: Error | null;
  readonly looking: boolean;
}

const NOTHING: Gathered = { gathered: null, error: null, looking: false };

/** Which frames lie in files that are in their order. */
export function useGathered(files: readonly File[]): Gathered {
  const mostBytes = useServiceFacts()?.upload_bytes_max ?? Infinity;
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    setState({ ...NOTHING, looking: files.length > 0 });
    if (files.length === 0) return;
    let gone = false;
    framesOfFiles(files, mostBytes).then(
      (gathered) => gone || setState({ ...NOTHING, gathered }),
      (error: Error) => gone || setState({ ...NOTHING, error }),
    );
    return () => void (gone = true);
  }, [files, mostBytes]);
  return state;
}
