import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ReadFailure } from './read-failure.tsx';
import { currentQuery, replaceQuery } from '../shell/route.ts';
import { CoursePanel } from './course-panel.tsx';
import { ColourRangeFields, useRange } from './colour-range.tsx';
import { placeOfText, samplesOf, textOfPlace, type MarkedPlace, type PlaceKind } from './marked-place.ts';
import { usualRange, type ColourRange } from './paint-frame.ts';
import { RefocusSlider } from './refocus-slider.tsx';
import { SavePanel } from './save-panel.tsx';
import type { SequenceMapName, SequenceReader } from './sequence-reader.ts';
import { Transport } from './transport.tsx';
import { usePlayer, type Player } from './use-player.ts';
import { useRefocusedFrame } from './use-refocused-frame.ts';
import { WatchFrame } from './watch-frame.tsx';

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
  const { range: own, setRange } = useRange(shown, map);
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
          <WatchFrame
            {...{ reader, map: shown.map, range, kind, place, values, k: shown.k }}
            asStored={!refocused.values}
            label={`${titleOf(map)} of frame ${shown.k}${refocused.values ? ', refocused' : ''}`}
            onPlace={setPlace}
          />
        )}
        {shown && !range && (
          <p class="notice nothing">Frame {shown.k} could not be read: it holds nothing.</p>
        )}
        <Transport {...{ player, rate, setRate }} reader={reader} />
      </div>
      <Tools {...{ reader, player, map, setMap, kind, setKind, place, range: own, rate }}>
        {refocused.start && <RefocusSlider start={refocused.start} shift_mm={shift} onShift={setShift} />}
        {shown && own && !refocused.values && (
          <ColourRangeFields
            {...{ values: shown.values, unit: map === 'phase' ? 'rad' : '', range: own, setRange }}
          />
        )}
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
