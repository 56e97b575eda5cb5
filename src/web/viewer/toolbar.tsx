import { useState } from 'preact/hooks';
import { exportFigure, exportPicture } from './export-picture.ts';
import { encodeMap } from '../package/encode-map.ts';
import type { Shown } from './shown.ts';
import { saveFile } from '../shell/save-file.ts';
import type { Change, MapState, Tool } from './use-map-state.ts';
import type { ViewStore } from './view-store.ts';

interface ToolbarProps {
  readonly state: MapState;
  readonly change: Change;
  readonly store: ViewStore;
  readonly shown: Shown;
  readonly name: string;
  /** of a figure */
  readonly caption: readonly string[];
}

const tools: readonly {
  readonly tool: Tool;
  readonly title: string;
  readonly hint: string;
  readonly icon: string;
  /** chooses it while the map has the focus */
  readonly key: string;
}[] = [
  { tool: 'move', title: 'Move', icon: '✥', hint: 'Drag to move, wheel to zoom (space)', key: ' ' },
  { tool: 'line', title: 'Profile', icon: '╱', hint: 'Drag a line; several may stand (L)', key: 'l' },
  { tool: 'rectangle', title: 'Rectangle', icon: '▭', hint: 'Drag a rectangle to measure (R)', key: 'r' },
  { tool: 'ellipse', title: 'Ellipse', icon: '◯', hint: 'Drag an ellipse to measure (E)', key: 'e' },
  { tool: 'polygon', title: 'Freehand', icon: '✎', hint: 'Draw around what is to be measured (P)', key: 'p' },
];

/** The tool that a key chooses; null: none. */
export function toolOfKey(key: string): Tool | null {
  return tools.find((tool) => tool.key === key.toLowerCase())?.tool ?? null;
}

/** What the pointer does, and what becomes of the view. */
export function Toolbar({ state, change, store, shown, name, caption }: ToolbarProps) {
  return (
    <div class="viewer-toolbar" role="toolbar" aria-label="Tools">
      <Tools {...{ state, change }} />
      <ViewButtons {...{ store, shown, state, name, caption }} />
    </div>
  );
}

/** Or gives it back; some browsers, and pages within pages, can’t. */
export function fillScreen(within: HTMLElement): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : within.closest<HTMLElement>('.viewer')!.requestFullscreen();
  change.catch(() => undefined);
}

function Tools({ state, change }: Pick<ToolbarProps, 'state' | 'change'>) {
  return (
    <fieldset class="tools">
      <legend class="hidden">Dragging on the map</legend>
      {tools.map(({ tool, title, hint, icon }) => (
        <button
          key={tool}
          type="button"
          title={hint}
          aria-pressed={state.tool === tool}
          onClick={() => change({ tool })}
        >
          <span aria-hidden="true">{icon}</span>
          <span>{title}</span>
        </button>
      ))}
    </fieldset>
  );
}

function ViewButtons({ store, shown, state, name, caption }: Omit<ToolbarProps, 'change'>) {
  const [failed, setFailed] = useState(false);
  const save = async () => {
    const picture = await exportPicture(shown, { lines: state.lines, regions: state.regions });
    setFailed(picture === null);
    if (picture) saveFile(picture, `${name.replace(/\.zip$/i, '')}-${shown.map.key}.png`);
  };
  const saveSvg = () => {
    const figure = exportFigure(shown, { lines: state.lines, regions: state.regions }, caption);
    setFailed(figure === null);
    if (figure) saveFile(figure, `${name.replace(/\.zip$/i, '')}-${shown.map.key}.svg`);
  };
  const saveTiff = () => {
    const { map } = shown;
    if (!map.values) return;
    const file = encodeMap({ rows: map.rows, cols: map.cols, data: map.values }, map);
    saveFile(file, `${name.replace(/\.zip$/i, '')}-${shown.map.key}.tif`);
  };
  return (
    <div class="view-buttons">
      <button type="button" onClick={() => store.set(null)} title="Show the whole map (0)">
        Whole map
      </button>
      <button
        type="button"
        onClick={(event) => fillScreen(event.currentTarget)}
        title="Fill the screen, or give it back (F)"
        data-control="full-screen"
      >
        Full screen
      </button>
      <button type="button" onClick={() => void save()} disabled={!shown.picture} data-control="save-png">
        Save PNG
      </button>
      <button
        type="button"
        onClick={saveSvg}
        disabled={!shown.picture}
        title="A figure with bars, marks and the identifier of the evidence"
        data-control="save-svg"
      >
        Save SVG
      </button>
      <button type="button" onClick={saveTiff} disabled={!shown.map.values} data-control="save-tiff">
        Save TIFF
      </button>
      {failed && <span role="alert">The picture is too large to save.</span>}
    </div>
  );
}
