import { formatValue } from '../viewer/format-value.ts';
import type { RefocusStart } from '../viewer/refocus-optics.ts';

/** The slider reaches so many depths of field to either side, in so many steps. */
const REACH = 10;
const STEPS = 200;

export interface RefocusSliderProps {
  readonly start: RefocusStart;
  readonly shift_mm: number;
  readonly onShift: (shift_mm: number) => void;
}

/** To which distance a frame is taken before it is shown. */
export function RefocusSlider({ start: { z_mm, depth_mm }, shift_mm, onShift }: RefocusSliderProps) {
  const step = (REACH * depth_mm) / (STEPS / 2);
  const words = `${formatValue(z_mm + shift_mm)} mm`;
  return (
    <fieldset class="choice refocus">
      <legend>Distance</legend>
      <input
        type="range"
        aria-label="Distance"
        aria-valuetext={words}
        min={-STEPS / 2}
        max={STEPS / 2}
        step={1}
        value={Math.round(shift_mm / step)}
        onInput={(event) => onShift(Number(event.currentTarget.value) * step)}
      />
      <output>{words}</output>
      {shift_mm !== 0 && (
        <button type="button" class="second" onClick={() => onShift(0)}>
          Back to the result’s own
        </button>
      )}
    </fieldset>
  );
}
