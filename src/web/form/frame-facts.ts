import { useEffect, useState } from 'preact/hooks';
import type { FrameFacts } from '../frame/read-frame.ts';

/** What reading a file's header showed. */
export interface ReadFrame {
  /** null: still being read, or unreadable */
  readonly facts: FrameFacts | null;
  /** why the service would refuse the file, in a sentence; null: it would not, as far as its header tells */
  readonly refusal: string | null;
  /** why it can't be shown here, though the service may take it; null: it can */
  readonly note: string | null;
}

const NOTHING: ReadFrame = { facts: null, refusal: null, note: null };

/** Reads the frame here, before it is sent anywhere. @param stacked the file may hold several frames */
export function useFrameFacts(file: File | null, stacked = false): ReadFrame {
  const [read, setRead] = useState(NOTHING);
  useEffect(() => {
    setRead(NOTHING);
    if (file === null) return;
    let gone = false;
    import('../frame/read-frame.ts')
      .then(({ readFrame }) => readFrame(file))
      .then(
        (facts) => gone || setRead({ ...NOTHING, facts }),
        (error: Error) => gone || setRead({ ...NOTHING, ...unread(file, error, stacked) }),
      );
    return () => void (gone = true);
  }, [file, stacked]);
  return read;
}

/** What can't be read here is not always refused there: HDF5 is read by the service alone, and a stack in one file. */
function unread(file: File, error: Error, stacked: boolean): Partial<ReadFrame> {
  const judged = 'code' in error && error.code !== null;
  if (judged && !stacked && !/\.(h5|hdf5)$/i.test(file.name)) return { refusal: error.message };
  return { note: stacked ? 'A stack in one file is sent as it is; it is not shown here.' : error.message };
}
