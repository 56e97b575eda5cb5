import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { Values } from '../fields/fields.ts';
import { Coming } from './coming.tsx';
import { AskAt } from './ask-at.tsx';
import { atDistance } from './asked-distances.ts';
import { FindFocusHere } from './find-focus-here.tsx';
import { formatValue } from './format-value.ts';
import { NumberInput } from './number-field.tsx';
import type { Shown } from './shown.ts';
import { saveFile } from '../shell/save-file.ts';
import type { Change, MapState } from './use-map-state.ts';
import type { RefocusShow } from './refocused-map.ts';
import type { RefocusState } from './use-refocus.ts';

interface RefocusPanelProps {
  readonly opened: OpenedPackage;
  readonly refocus: RefocusState;
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
  /** tries it here with other fields; undefined: the form has to be gone to */
  readonly onTry: ((fields: Values) => void) | undefined;
}

/** How many depths of field the slider reaches to either side. */
const REACH = 5;
const STEPS = 400;
const NEEDED = ['phase_uncertainty', 'amplitude'] as const;
const WHOLE_TURN: Limits = { min: -Math.PI, max: Math.PI };
const SAME_BITS = 'At this distance the field is that of the package, bit for bit.';
const AMPLITUDE: Limits = { min: 0, max: 1.6 };

/** The field is as large as two maps: it comes when somebody wants to go elsewhere with it. */
export function RefocusPanel(props: RefocusPanelProps) {
  const { field, parts } = props.opened;
  useEffect(() => {
    if (field === null) parts?.want('field');
    // what ± of another distance follows from
    for (const name of NEEDED) if (parts?.absent.some((part) => part.name === name)) parts.want(name);
  }, [field, parts]);
  if (field === null && parts) return <Coming parts={parts} part="field" what="the field" />;
  return <Refocusing {...props} />;
}

/** The field at another distance: the slider moves, the worker propagates, the map follows. */
function Refocusing({ opened, refocus, shown, state, change, onTry }: RefocusPanelProps) {
  const start = refocus.start!;
  const { shift_mm: shift, show } = state.refocused ?? { shift_mm: 0, show: 'amplitude' };
  const asked = state.refocused !== null;
  const [reach, setReach] = useState(() => roundUp(REACH * start.depth_mm));
  const key = `refocused_${show}`;
  const range = state.ranges[key] ?? usualRange(show);
  const colours = state.colours[key] ?? (show === 'phase' ? 'cyclic' : 'grey');

  useEffect(() => {
    if (asked) refocus.ask({ shift_mm: shift, show, colours, range });
  }, [opened, asked, shift, show, colours, range.min, range.max]);

  const to = (shift_mm: number, next: RefocusShow) => {
    const own = `refocused_${next}`;
    // of what is not followed by the hand the values say what they span
    const follows = next === 'amplitude' || next === 'phase';
    const ranges = follows ? { ...state.ranges, [own]: state.ranges[own] ?? usualRange(next) } : state.ranges;
    change({ refocused: { shift_mm, show: next }, ...(state.chosen === own ? {} : { chosen: own, ranges }) });
  };
  // a search that ends later takes what is shown by then along, not what was shown when it began
  const now = useRef({ to, show });
  now.current = { to, show };
  const go = (shift_mm: number) => now.current.to(shift_mm, now.current.show);
  return (
    <>
      <DistanceSlider {...{ start: start.z_mm, shift, reach, go }} />
      <div class="number-fields">
        <NumberInput
          label="Distance"
          unit="mm"
          value={round(start.z_mm + shift)}
          onChange={(z) => go(z - start.z_mm)}
        />
        <NumberInput label="Slider reaches ±" unit="mm" min={0} value={reach} onChange={setReach} />
        <ChooseShow {...{ show }} onChange={(next) => to(shift, next)} />
      </div>
      <FindFocusHere
        {...{ opened, refocus, reach, go, state, change, onTry }}
        scale={opened.cols / shown.map.cols}
      />
      <div class="panel-buttons">
        <button type="button" onClick={() => go(0)} data-control="refocus-reset">
          Back to the result’s own distance
        </button>
        {asked && shift !== 0 && (
          <AskAt {...{ opened, onTry }} fields={atDistance(start.z_mm + shift)} control="at-this-distance">
            Reconstruct at this distance
          </AskAt>
        )}
        <SaveField {...{ opened, refocus, shift }} disabled={!asked} />
      </div>
      <p class="small" data-control="refocus-rate">
        {asked && rateWords(refocus)}
        {shown.map.key === key && shift === 0 && SAME_BITS}
      </p>
    </>
  );
}

function rateWords({ rate, picture }: RefocusState): string {
  const by = picture?.isByGpu ? ', a preview by the graphics processor,' : ',';
  return rate === null
    ? ''
    : `${rate.toFixed(0)} pictures a second while you moved it${by} to look at; values follow when the hand rests. `;
}

interface ChooseShowProps {
  readonly show: RefocusShow;
  readonly onChange: (show: RefocusShow) => void;
}

function ChooseShow({ show, onChange }: ChooseShowProps) {
  return (
    <label class="number-field long-field">
      Show
      <select value={show} onChange={(event) => onChange(event.currentTarget.value as RefocusShow)}>
        <option value="amplitude">Amplitude</option>
        <option value="phase">Phase, wrapped</option>
        <option value="unwrapped">Phase, unwrapped</option>
        <option value="uncertainty">Uncertainty of the phase</option>
      </select>
    </label>
  );
}

function usualRange(show: RefocusShow): Limits {
  return show === 'amplitude' ? AMPLITUDE : WHOLE_TURN;
}

interface DistanceSliderProps {
  readonly start: number;
  readonly shift: number;
  readonly reach: number;
  readonly go: (shift: number) => void;
}

function DistanceSlider({ start, shift, reach, go }: DistanceSliderProps) {
  const id = useId();
  const z = `${formatValue(start + shift)} mm`;
  return (
    <div class="distance-slider">
      {/* the output beside the label: within it, the label would name the output */}
      <span>
        <label for={id}>Distance</label> <output for={id}>{z}</output>{' '}
        <span class="small">{`(${shift >= 0 ? '+' : '−'}${formatValue(Math.abs(shift))} mm)`}</span>
      </span>
      <input
        id={id}
        type="range"
        min={-reach}
        max={reach}
        step={reach / STEPS}
        value={shift}
        aria-valuetext={z}
        onInput={(event) => go(snap(Number(event.currentTarget.value), reach))}
      />
    </div>
  );
}

interface SaveFieldProps {
  readonly opened: OpenedPackage;
  readonly refocus: RefocusState;
  readonly shift: number;
  readonly disabled: boolean;
}

function SaveField({ opened, refocus, shift, disabled }: SaveFieldProps) {
  const save = async () => {
    const z = refocus.start!.z_mm + shift;
    const file = await refocus.save(shift);
    if (file) saveFile(file, `${opened.name.replace(/\.zip$/i, '')}-field-at-${z.toFixed(4)}mm.npy`);
  };
  return (
    <button type="button" onClick={() => void save()} disabled={disabled} data-control="save-field">
      Save field (NPY)
    </button>
  );
}

/** Half a step from the middle is the middle, which the slider's own steps may miss by rounding. */
function snap(value: number, reach: number): number {
  return Math.abs(value) < reach / STEPS / 2 ? 0 : value;
}

const round = (value: number) => Number(value.toPrecision(8));

/** The next of 1, 2, 5 times a power of ten. */
function roundUp(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value));
  return Number(([1, 2, 5, 10].find((digit) => digit * ten >= value)! * ten).toPrecision(3));
}
