import { useState } from 'preact/hooks';
import { colourTitles, type ColourName } from '../colour/colour-maps.ts';
import { encodeMap } from './encode-map.ts';
import { exportPicture } from './export-picture.ts';
import type { Shown } from './shown.ts';
import { saveFile } from '../shell/save-file.ts';
import type { ShownMap } from './shown-map.ts';
import type { Change, MapState, Tool } from './use-map-state.ts';
import type { ViewStore } from './view-store.ts';

interface ToolbarProps {
  readonly maps: readonly ShownMap[];
  readonly state: MapState;
  readonly change: Change;
  readonly store: ViewStore;
  readonly shown: Shown;
  readonly name: string;
}

const tools: readonly {
  readonly tool: Tool;
  readonly title: string;
  readonly hint: string;
  /** chooses it while the map has the focus */
  readonly key: string;
}[] = [
  { tool: 'move', title: 'Move', hint: 'Drag to move, wheel to zoom (space)', key: ' ' },
  { tool: 'line', title: 'Profile', hint: 'Drag a line; several may stand (L)', key: 'l' },
  { tool: 'rectangle', title: 'Rectangle', hint: 'Drag a rectangle to measure (R)', key: 'r' },
  { tool: 'ellipse', title: 'Ellipse', hint: 'Drag an ellipse to measure (E)', key: 'e' },
  { tool: 'polygon', title: 'Freehand', hint: 'Draw around what is to be measured (P)', key: 'p' },
];

/** The tool that a key chooses; null: none. */
export function toolOfKey(key: string): Tool | null {
  return tools.find((tool) => tool.key === key.toLowerCase())?.tool ?? null;
}

/** Which map, in which colours, and what the pointer does. */
export function Toolbar({ maps, state, change, store, shown, name }: ToolbarProps) {
  return (
    <div class="viewer-toolbar" role="toolbar" aria-label="Map">
      <label>
        Map
        <select
          value={shown.map.key}
          onChange={(event) => change({ chosen: event.currentTarget.value })}
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
          onChange={(event) =>
            change({
              colours: { ...state.colours, [shown.map.key]: event.currentTarget.value as ColourName },
            })
          }
          data-control="colours"
        >
          {Object.entries(colourTitles).map(([colour, title]) => (
            <option key={colour} value={colour}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Tools {...{ state, change }} />
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
      <ViewButtons {...{ store, shown, state, name }} />
    </div>
  );
}

function Tools({ state, change }: Pick<ToolbarProps, 'state' | 'change'>) {
  return (
    <fieldset class="tools">
      <legend class="hidden">Dragging on the map</legend>
      {tools.map(({ tool, title, hint }) => (
        <button
          key={tool}
          type="button"
          title={hint}
          aria-pressed={state.tool === tool}
          onClick={() => change({ tool })}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}

function ViewButtons({
  store,
  shown,
  state,
  name,
}: Pick<ToolbarProps, 'store' | 'shown' | 'state' | 'name'>) {
  const [failed, setFailed] = useState(false);
  const save = async () => {
    const picture = await exportPicture(shown, { lines: state.lines, regions: state.regions });
    setFailed(picture === null);
    if (picture) saveFile(picture, `${name.replace(/\.zip$/i, '')}-${shown.map.key}.png`);
  };
  const saveTiff = () => {
    const file = encodeMap(shown.map);
    if (file) saveFile(file, `${name.replace(/\.zip$/i, '')}-${shown.map.key}.tif`);
  };
  return (
    <div class="view-buttons">
      <button type="button" onClick={() => store.set(null)} title="Show the whole map (0)">
        Whole map
      </button>
      <button type="button" onClick={() => void save()} disabled={!shown.picture} data-control="save-png">
        Save PNG
      </button>
      <button type="button" onClick={saveTiff} disabled={!shown.map.values} data-control="save-tiff">
        Save TIFF
      </button>
      {failed && <span role="alert">The picture is too large to save.</span>}
    </div>
  );
}
