import { useMemo, useRef } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { Histogram } from '../worker/histogram.ts';
import { formatValue } from './format-value.ts';
import { NumberInput } from './number-field.tsx';
import type { Shown } from './shown.ts';
import type { Change, MapState } from './use-map-state.ts';

interface HistogramPanelProps {
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
}

/** What takes the room of a histogram until it is counted. */
const NONE: Limits = { min: 0, max: 1 };
const COUNTING: Histogram = { counts: new Uint32Array(1), extent: NONE, suggested: NONE, median: NaN };

/**
 * How often which value occurs; the two handles are the ends of the colour bar. Until the values are counted it takes
 * its room unseen: what stands below would otherwise move away under a hand that is about to press it.
 */
export function HistogramPanel({ shown, state, change }: HistogramPanelProps) {
  const { map } = shown;
  // what was set last counts, also while the picture with it is still being painted
  const known = state.ranges[map.key] ?? shown.range;
  const isCounted = shown.histogram !== null && known !== null;
  const { histogram, range } = isCounted
    ? { histogram: shown.histogram, range: known }
    : { histogram: COUNTING, range: COUNTING.extent };
  const set = (limits: Limits) => change({ ranges: { ...state.ranges, [map.key]: limits } });
  const reset = () => {
    const { [map.key]: _, ...others } = state.ranges;
    change({ ranges: others });
  };
  const unit = map.unit;
  return (
    <div class="histogram-panel">
      {!isCounted && <p class="small">Counting…</p>}
      <div key={map.key} class={isCounted ? undefined : 'unseen'}>
        <Handles {...{ histogram, range, unit, set }} />
        <div class="number-fields">
          <NumberInput
            label="From"
            unit={unit}
            value={inSteps(range.min, range)}
            onChange={(min) => min < range.max && set({ ...range, min })}
          />
          <NumberInput
            label="To"
            unit={unit}
            value={inSteps(range.max, range)}
            onChange={(max) => max > range.min && set({ ...range, max })}
          />
        </div>
        <div class="panel-buttons">
          <button type="button" onClick={reset}>
            Usual range
          </button>
          <button type="button" onClick={() => set(histogram.extent)}>
            All values
          </button>
        </div>
      </div>
    </div>
  );
}

/** As many digits as a thousandth of the range deserves. */
function inSteps(value: number, { min, max }: Limits): number {
  const decimals = 3 - Math.floor(Math.log10(max - min));
  return Number(value.toFixed(Math.max(0, Math.min(12, decimals))));
}

const STEPS = 200;
/** as many digits as one cares to hear */
const heard = (value: number) => Number(value.toPrecision(4));

interface HandlesProps {
  readonly histogram: Histogram;
  readonly range: Limits;
  readonly unit: string;
  readonly set: (range: Limits) => void;
}

function Handles({ histogram, range, unit, set }: HandlesProps) {
  const box = useRef<HTMLDivElement>(null);
  // the axis holds every value and both handles
  const min = Math.min(histogram.extent.min, range.min);
  const max = Math.max(histogram.extent.max, range.max);
  const share = (value: number) => (100 * (value - min)) / (max - min || 1);
  const move = (end: 'min' | 'max', value: number) => {
    const least = (max - min) / 1000;
    const next = end === 'min' ? Math.min(value, range.max - least) : Math.max(value, range.min + least);
    set({ ...range, [end]: Math.min(max, Math.max(min, next)) });
  };
  const drag = (end: 'min' | 'max') => (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const { left, width } = box.current!.getBoundingClientRect();
    move(end, min + ((event.clientX - left) / width) * (max - min));
  };
  const keys = (end: 'min' | 'max') => (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    move(end, range[end] + (way * (max - min)) / STEPS);
  };
  return (
    <div class="histogram" ref={box}>
      <Bars {...{ histogram, from: share(histogram.extent.min), to: share(histogram.extent.max) }} />
      <div class="histogram-outside" style={{ left: 0, width: `${share(range.min)}%` }} />
      <div class="histogram-outside" style={{ right: 0, width: `${100 - share(range.max)}%` }} />
      {(['min', 'max'] as const).map((end) => (
        <div
          key={end}
          class="histogram-handle"
          role="slider"
          tabIndex={0}
          aria-label={end === 'min' ? 'Low end of the colours' : 'High end of the colours'}
          aria-valuemin={heard(min)}
          aria-valuemax={heard(max)}
          aria-valuenow={heard(range[end])}
          aria-valuetext={`${formatValue(range[end])} ${unit}`}
          style={{ left: `${share(range[end])}%` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag(end)}
          onKeyDown={keys(end)}
        />
      ))}
    </div>
  );
}

/** Heights grow with the square root of the counts, so that rare values can be seen beside the background. */
function Bars({
  histogram,
  from,
  to,
}: {
  readonly histogram: Histogram;
  readonly from: number;
  readonly to: number;
}) {
  const path = useMemo(() => {
    const { counts } = histogram;
    const most = Math.sqrt(counts.reduce((a, b) => Math.max(a, b), 1));
    const steps = Array.from(
      counts,
      (count, i) => `L${i} ${(100 * (1 - Math.sqrt(count) / most)).toFixed(2)}H${i + 1}`,
    );
    return `M0 100${steps.join('')}V100Z`;
  }, [histogram]);
  return (
    <svg
      viewBox={`0 0 ${histogram.counts.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ left: `${from}%`, width: `${to - from}%` }}
    >
      <path d={path} />
    </svg>
  );
}
