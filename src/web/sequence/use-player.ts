import { useEffect, useRef, useState } from 'preact/hooks';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import type { SequenceMapName, SequenceReader } from './sequence-reader.ts';

export interface Player {
  /** the number of the frame that is asked for */
  readonly at: number;
  /** what is shown: the frame that came last; null: none yet */
  readonly shown: { readonly k: number; readonly map: SequenceMapName; readonly values: RealMap } | null;
  readonly playing: boolean;
  readonly error: Error | null;
  readonly goTo: (k: number) => void;
  readonly play: (playing: boolean) => void;
}

/** Which frame is shown, and the next ones while it plays: none is left out, it waits for what has not come. */
export function usePlayer(reader: SequenceReader, map: SequenceMapName, rate: number, first: number): Player {
  const { frames } = reader.layout;
  const clamp = (k: number) => Math.max(0, Math.min(frames - 1, Math.round(k)));
  const [at, setAt] = useState(() => clamp(first));
  const [playing, setPlaying] = useState(false);
  const [shown, setShown] = useState<Player['shown']>(null);
  const [error, setError] = useState<Error | null>(null);
  const began = useRef(0);
  useEffect(() => {
    let gone = false;
    reader.frame(map, at).then(
      (values) => {
        if (gone) return;
        setShown({ k: at, map, values });
        setError(null);
      },
      (cause: Error) => {
        if (gone) return;
        setError(cause);
        setPlaying(false);
      },
    );
    return () => void (gone = true);
  }, [reader, map, at]);
  useEffect(() => {
    if (!playing || shown?.k !== at || shown.map !== map) return;
    // the next ones come while this one is looked at
    const { to } = reader.slabOf(at);
    if (to < frames && !reader.has(map, to)) reader.frame(map, to).catch(() => undefined);
    const left = began.current + 1000 / rate - performance.now();
    const timer = setTimeout(
      () => {
        began.current = performance.now();
        setAt((at + 1) % frames);
      },
      Math.max(0, left),
    );
    return () => clearTimeout(timer);
  }, [playing, shown, rate, at, map]);
  return {
    ...{ at, shown, playing, error },
    goTo: (k) => {
      setPlaying(false);
      setAt(clamp(k));
    },
    play: (wanted) => {
      began.current = performance.now();
      setPlaying(wanted);
    },
  };
}
