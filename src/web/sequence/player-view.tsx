import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ReadFailure } from './read-failure.tsx';
import { currentQuery, replaceQuery } from '../shell/route.ts';
import { CoursePanel } from './course-panel.tsx';
import { FramePicture } from './frame-picture.tsx';
import { placeOfText, samplesOf, textOfPlace, type MarkedPlace, type PlaceKind } from './marked-place.ts';
import { usualRange, type ColourRange } from './paint-frame.ts';
import { RefocusSlider } from './refocus-slider.tsx';
import { SavePanel } from './save-panel.tsx';
import type { SequenceMapName, SequenceReader } from './sequence-reader.ts';
import { usePlayer, type Player } from './use-player.ts';
import { useRefocusedFrame } from './use-refocused-frame.ts';

const rates = [1, 2, 5, 10, 25] as const;
const kinds: readonly (readonly [PlaceKind, string])[] = [
  ['point', 'Point'],
  ['region', 'Region'],
  ['line', 'Line'],
];

/** A sequence that plays; what is looked at stands in the address. */
export function PlayerView({ reader }: { readonly reader: SequenceReader }) {
  const [map, setMap] = useState<SequenceMapName>(() =>
    currentQuery().get('map') === 'amplitude' ? 'amplitude' : 'phase',
  );
  const [rate, setRate] = useState<number>(10);
  const [place, setPlace] = useState<MarkedPlace | null>(() =>
    within(reader, placeOfText(currentQuery().get('at'))),
  );
  const [kind, setKind] = useState<PlaceKind>(place?.kind ?? 'point');
  const player = usePlayer(reader, map, rate, Number(currentQuery().get('frame') ?? 0) || 0);
  const { at, shown, error } = player;
  const [shift, setShift] = useState(0);
  const refocused = useRefocusedFrame(reader, shown, shift);
  const own = useRange(shown, map);
  const elsewhere = useMemo(() => refocused.values && usualRange(refocused.values), [refocused.values]);
  const range = elsewhere ?? own;
  const values = refocused.values ?? shown?.values;
  useKeys(player, reader.layout.frames);
  useEffect(() => {
    if (player.playing) return;
    const said = {
      frame: String(at),
      ...(map === 'phase' ? {} : { map }),
      ...(place ? { at: textOfPlace(place) } : {}),
    };
    replaceQuery(new URLSearchParams(said));
  }, [at, map, place, player.playing]);
  return (
    <div class="sequence">
      <div class="watch">
        {error && <ReadFailure error={error} />}
        {!shown && !error && <p class="waiting">Reading the first frame …</p>}
        {shown && range && values && (
          <FramePicture
            {...{ map: shown.map, range, kind, place, values }}
            label={`${titleOf(map)} of frame ${shown.k}${refocused.values ? ', refocused' : ''}`}
            onPlace={setPlace}
          />
        )}
        {shown && !range && <p class="notice">Frame {shown.k} could not be read: it holds nothing.</p>}
        <Transport {...{ player, rate, setRate }} reader={reader} />
        {shown && range && <Scale range={range} map={map} />}
      </div>
      <Tools {...{ reader, player, map, setMap, kind, setKind, place, range: own, rate }}>
        {refocused.start && <RefocusSlider start={refocused.start} shift_mm={shift} onShift={setShift} />}
      </Tools>
    </div>
  );
}

interface ToolsProps {
  readonly reader: SequenceReader;
  readonly player: Player;
  readonly map: SequenceMapName;
  readonly setMap: (map: SequenceMapName) => void;
  readonly kind: PlaceKind;
  readonly setKind: (kind: PlaceKind) => void;
  readonly place: MarkedPlace | null;
  readonly range: ColourRange | null;
  readonly rate: number;
  readonly children: ComponentChildren;
}

function Tools({ reader, player, map, setMap, kind, setKind, place, range, rate, children }: ToolsProps) {
  const { at, shown } = player;
  return (
    <div class="tools">
      <Choice
        label="Map"
        value={map}
        choices={[
          ['phase', 'Phase'],
          ['amplitude', 'Amplitude'],
        ]}
        onChange={setMap}
      />
      {children}
      <Choice label="Course of a" value={kind} choices={kinds} onChange={setKind} />
      {!place && (
        <p class="small">
          Press on the picture{kind === 'point' ? '' : ', and draw'}, to see what is there over time.
        </p>
      )}
      {place && range && <CoursePanel {...{ reader, map, place, range, at }} />}
      {shown && range && <SavePanel {...{ reader, map, rate, range }} k={shown.k} values={shown.values} />}
    </div>
  );
}

function titleOf(map: SequenceMapName): string {
  return map === 'phase' ? 'Phase' : 'Amplitude';
}

/** An address may be that of another sequence. */
function within({ layout: { rows, cols } }: SequenceReader, place: MarkedPlace | null): MarkedPlace | null {
  return place && samplesOf(place).every(({ x, y }) => x < cols && y < rows) ? place : null;
}

/** That of the first frame that has one, so that colours mean the same in all. */
function useRange(shown: Player['shown'], map: SequenceMapName): ColourRange | null {
  const [ranges, setRanges] = useState<Partial<Record<SequenceMapName, ColourRange>>>({});
  const own = useMemo(() => (shown ? usualRange(shown.values) : null), [shown]);
  useEffect(() => {
    if (shown && own && !ranges[shown.map]) setRanges({ ...ranges, [shown.map]: own });
  }, [own]);
  // a frame that holds nothing has no picture
  return own && (ranges[map] ?? own);
}

function useKeys(player: Player, frames: number): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (target instanceof HTMLElement && target.closest('input:not([type=range]),select,textarea,button'))
        return;
      const by = shiftKey ? 10 : 1;
      const to = {
        ...{ ArrowLeft: player.at - by, ArrowRight: player.at + by, Home: 0, End: frames - 1 },
      }[key];
      if (key === ' ') player.play(!player.playing);
      else if (to !== undefined) player.goTo(to);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

interface TransportProps {
  readonly player: Player;
  readonly reader: SequenceReader;
  readonly rate: number;
  readonly setRate: (rate: number) => void;
}

function Transport({ player, reader, rate, setRate }: TransportProps) {
  const { at, playing } = player;
  const { time, flags = '' } = reader.frames[at] ?? {};
  const last = reader.layout.frames - 1;
  return (
    <div class="transport">
      <button type="button" aria-pressed={playing} onClick={() => player.play(!playing)}>
        {playing ? 'Pause' : 'Play'}
      </button>
      <input
        type="range"
        aria-label="Frame"
        min={0}
        max={last}
        step={1}
        value={at}
        onInput={(event) => player.goTo(Number(event.currentTarget.value))}
      />
      <label>
        Frames a second{' '}
        <select value={String(rate)} onChange={(event) => setRate(Number(event.currentTarget.value))}>
          {rates.map((one) => (
            <option key={one} value={String(one)}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <p class="now" role="status">
        Frame {at} of {last}
        {time === null || time === undefined ? '' : `, ${Number(time.toPrecision(6))} s`}
        {flags === '' ? '' : ` · does not belong: ${flags.replaceAll('_', ' ')}`}
      </p>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {choices.map(([one, title]) => (
        <label key={one}>
          <input type="radio" name={label} checked={one === value} onChange={() => onChange(one)} /> {title}
        </label>
      ))}
    </fieldset>
  );
}

function Scale({ range: { min, max }, map }: { readonly range: ColourRange; readonly map: SequenceMapName }) {
  const digits = Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(max - min))));
  const shown = (value: number) => value.toFixed(digits).replace('-', '−');
  return (
    <p class="small scale">
      Colours from {shown(min)} to {shown(max)} {map === 'phase' ? 'rad' : ''}
    </p>
  );
}
