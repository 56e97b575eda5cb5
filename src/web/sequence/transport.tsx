import type { SequenceReader } from './sequence-reader.ts';
import type { Player } from './use-player.ts';

const rates = [1, 2, 5, 10, 25] as const;

/** Why a frame does not belong. */
const reasons: Readonly<Record<string, string>> = {
  unreadable: 'it could not be read',
  no_fringes: 'hardly any light, or no fringes in it',
  other_light: 'far more or less light than the others have',
  other_scene: 'most of it is not what the others show',
  poor_fit: 'no field explains it as well as the others are',
};

interface TransportProps {
  readonly player: Player;
  readonly reader: SequenceReader;
  readonly rate: number;
  readonly setRate: (rate: number) => void;
}

/** Plays, stops and steps; which frames do not belong stands below the slider. */
export function Transport({ player, reader, rate, setRate }: TransportProps) {
  const { at, playing } = player;
  const { time, flags = '' } = reader.frames[at] ?? {};
  const last = reader.layout.frames - 1;
  return (
    <div class="transport">
      <button type="button" aria-pressed={playing} onClick={() => player.play(!playing)}>
        {playing ? 'Pause' : 'Play'}
      </button>
      <div class="frame-slider">
        <input
          type="range"
          aria-label="Frame"
          min={0}
          max={last}
          step={1}
          value={at}
          onInput={(event) => player.goTo(Number(event.currentTarget.value))}
        />
        <Marked reader={reader} />
      </div>
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
        {flags === '' ? '' : ` · does not belong: ${inWords(flags)}`}
      </p>
    </div>
  );
}

function inWords(flags: string): string {
  const words = flags.split(/[ ;|]/).map((flag) => reasons[flag] ?? flag.replaceAll('_', ' '));
  return words.join('; ');
}

/** Where along the slider the frames lie that do not belong. */
function Marked({ reader: { frames } }: { readonly reader: SequenceReader }) {
  const marked = frames.flatMap(({ flags }, k) => (flags === '' ? [] : [k]));
  if (marked.length === 0) return null;
  const last = Math.max(1, frames.length - 1);
  const ticks = marked.map((k) => `M${k} 0V1`).join('');
  return (
    <svg class="marked" viewBox={`0 0 ${last} 1`} preserveAspectRatio="none" role="img">
      <title>{`${marked.length} of ${frames.length} frames do not belong`}</title>
      <path d={ticks} />
    </svg>
  );
}
