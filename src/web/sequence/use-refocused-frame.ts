import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { refocusStart, type RefocusStart } from '../viewer/refocus-optics.ts';
import { computer } from '../worker/computer.ts';
import { Latest } from '../worker/latest.ts';
import type { Player } from './use-player.ts';
import type { SequenceReader } from './sequence-reader.ts';

export interface RefocusedFrame {
  /** where the frames lie, and what has to be known to take them elsewhere; null: the report doesn't say */
  readonly start: RefocusStart | null;
  /** of the frame that is shown, at the distance asked for; null: its own, or not there yet */
  readonly values: RealMap | null;
}

/** Share of the shorter side over which the field ends: its edges hold what demodulation leaves there, which would spread. */
const FADED = 0.05;

type Shown = NonNullable<Player['shown']>;

interface Asked {
  readonly reader: SequenceReader;
  readonly start: RefocusStart;
  readonly shown: Shown;
  readonly shift_mm: number;
}

/** The frame that is shown, at another distance. @param shift_mm how much farther from the sensor; 0: where it lies */
export function useRefocusedFrame(
  reader: SequenceReader,
  shown: Shown | null,
  shift_mm: number,
): RefocusedFrame {
  const start = useMemo(() => refocusStart(reader.report, reader.pixelSizeUm), [reader]);
  const [made, setMade] = useState<{
    readonly of: Shown;
    readonly shift_mm: number;
    readonly values: RealMap;
  }>();
  const latest = useRef<Latest<Asked> | null>(null);
  latest.current ??= new Latest<Asked>(async ({ reader, start, shown, shift_mm }) => {
    const maps = { phase: shown.values, amplitude: shown.values };
    const other = shown.map === 'phase' ? 'amplitude' : 'phase';
    try {
      maps[other] = await reader.frame(other, shown.k);
      const taper = Math.ceil(FADED * Math.min(shown.values.rows, shown.values.cols));
      const at = { ...maps, optics: { ...start.optics, taper }, shift_mm, show: shown.map };
      setMade({ of: shown, shift_mm, values: await computer().call('refocusFrame', at) });
    } catch {
      // the frame itself is shown on
    }
  });
  useEffect(() => {
    if (shown && start && shift_mm !== 0) latest.current!.ask({ reader, start, shown, shift_mm });
  }, [reader, shown, start, shift_mm]);
  const isIt = made !== undefined && made.of === shown && shift_mm !== 0;
  return { start, values: isIt ? made.values : null };
}
