import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { NumberInput } from '../viewer/number-field.tsx';
import { usualRange, wholeRange, type ColourRange } from './paint-frame.ts';
import type { SequenceMapName } from './sequence-reader.ts';
import type { Player } from './use-player.ts';

type Ranges = Readonly<Partial<Record<SequenceMapName, ColourRange>>>;

export interface ChosenRange {
  /** null: the frame that is shown holds nothing */
  readonly range: ColourRange | null;
  readonly setRange: (range: ColourRange) => void;
}

/** One for all frames, so that colours mean the same in each: that of the first one that has one, until another is chosen. */
export function useRange(shown: Player['shown'], map: SequenceMapName): ChosenRange {
  const [ranges, setRanges] = useState<Ranges>({});
  const own = useMemo(() => (shown ? usualRange(shown.values) : null), [shown]);
  useEffect(() => {
    if (shown && own && !ranges[shown.map]) setRanges({ ...ranges, [shown.map]: own });
  }, [own]);
  return {
    // a frame that holds nothing has no picture
    range: own && (ranges[map] ?? own),
    setRange: (range) => setRanges({ ...ranges, [map]: range }),
  };
}

interface ColourRangeFieldsProps {
  readonly values: RealMap;
  readonly unit: string;
  readonly range: ColourRange;
  readonly setRange: (range: ColourRange) => void;
}

/** Which values the colours span. */
export function ColourRangeFields({ values, unit, range, setRange }: ColourRangeFieldsProps) {
  const take = (found: ColourRange | null) => found && setRange(found);
  const shown = (value: number) => Number(value.toPrecision(4));
  return (
    <fieldset class="choice colour-range">
      <legend>Colours</legend>
      <NumberInput
        label="from"
        unit={unit}
        value={shown(range.min)}
        onChange={(min) => min < range.max && setRange({ ...range, min })}
      />
      <NumberInput
        label="to"
        unit={unit}
        value={shown(range.max)}
        onChange={(max) => max > range.min && setRange({ ...range, max })}
      />
      <button type="button" class="second" onClick={() => take(usualRange(values))}>
        Usual range
      </button>
      <button type="button" class="second" onClick={() => take(wholeRange(values))}>
        All values
      </button>
    </fieldset>
  );
}
