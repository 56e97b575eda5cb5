import { colourTitles, type ColourName } from '../colour/colour-maps.ts';
import type { Shown } from './shown.ts';
import type { ShownMap } from './shown-map.ts';
import type { Change, MapState } from './use-map-state.ts';

interface ColourChoiceProps {
  readonly maps: readonly ShownMap[];
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
}

/** Which map, in which colours. */
export function ColourChoice({ maps, shown, state, change }: ColourChoiceProps) {
  const choose = (colours: ColourName) => change({ colours: { ...state.colours, [shown.map.key]: colours } });
  return (
    <div class="colour-choice">
      <label>
        Map
        <select
          value={shown.map.key}
          onChange={(event) => change({ chosen: event.currentTarget.value, linked: false })}
          data-control="map"
        >
          {maps.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        Colours
        <select
          value={shown.colours}
          onChange={(event) => choose(event.currentTarget.value as ColourName)}
          data-control="colours"
        >
          {Object.entries(colourTitles).map(([colour, title]) => (
            <option key={colour} value={colour}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label
        class="check"
        title="Where the uncertainty is that of an unknown phase, colours fade and are hatched"
      >
        <input
          type="checkbox"
          checked={state.fades}
          onChange={(event) => change({ fades: event.currentTarget.checked })}
          data-control="fades"
        />
        Fade what is not trusted
      </label>
    </div>
  );
}
