import { useState } from 'preact/hooks';
import { exportFigure, exportPdf, exportPicture } from './export-picture.ts';
import { computer } from '../worker/computer.ts';
import type { MapLabels } from '../package/encode-map.ts';
import type { Shown } from './shown.ts';
import type { ShownMap } from './shown-map.ts';
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
  { tool: 'point', title: 'Point', icon: '+', hint: 'A click keeps a pixel, with its ± (I)', key: 'i' },
  { tool: 'rectangle', title: 'Rectangle', icon: '▭', hint: 'Drag a rectangle to measure (R)', key: 'r' },
  { tool: 'ellipse', title: 'Ellipse', icon: '◯', hint: 'Drag an ellipse to measure (E)', key: 'e' },
  {
    ...{ tool: 'polygon', title: 'Polygon', icon: '⬠', key: 'p' },
    hint: 'A click a corner; Enter, a double click or the first corner closes it (P)',
  },
  {
    tool: 'freehand',
    title: 'Freehand',
    icon: '✎',
    hint: 'Draw around what is to be measured (D)',
    key: 'd',
  },
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

function ViewButtons({ store, ...saving }: Omit<ToolbarProps, 'change'>) {
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
      <SaveButtons {...saving} />
    </div>
  );
}

type Kind = 'png' | 'svg' | 'pdf' | 'tif';

const kinds: readonly { readonly kind: Kind; readonly words: string; readonly title: string }[] = [
  { kind: 'png', words: 'Save PNG', title: 'A picture with bars and marks' },
  { kind: 'svg', words: 'Save SVG', title: 'A figure with bars, marks and the identifier of the evidence' },
  { kind: 'pdf', words: 'Save PDF', title: 'The same figure as a page' },
  { kind: 'tif', words: 'Save TIFF', title: 'The values, byte for byte those of the package' },
];

/** The values as a package has them, byte for byte. */
async function fileOf(map: ShownMap): Promise<Blob> {
  const { blob } = await computer().call('mapFile', { id: map.id, labels: labelsOf(map) });
  return blob;
}

function labelsOf({ unit, cyclic, pixelSizeUm }: ShownMap): MapLabels {
  return { unit, cyclic, pixelSizeUm };
}

/** What is seen, as a file. */
function SaveButtons({ shown, state, name, caption }: Omit<ToolbarProps, 'change' | 'store'>) {
  const [failed, setFailed] = useState(false);
  const { map, picture } = shown;
  const marks = { lines: state.lines, regions: state.regions };
  const file = (kind: Kind) => {
    if (kind === 'png') return exportPicture(shown, marks);
    if (kind === 'svg') return exportFigure(shown, marks, caption);
    if (kind === 'pdf') return exportPdf(shown, marks, caption);
    return map.values && fileOf(map);
  };
  const save = async (kind: Kind): Promise<void> => {
    const made = await file(kind);
    setFailed(made === null);
    if (made) saveFile(made, `${name.replace(/\.zip$/i, '')}-${map.key}.${kind}`);
  };
  return (
    <>
      {kinds.map(({ kind, words, title }) => (
        <button
          key={kind}
          type="button"
          title={title}
          onClick={() => void save(kind)}
          disabled={kind === 'tif' ? !map.values : !picture}
          data-control={`save-${kind === 'tif' ? 'tiff' : kind}`}
        >
          {words}
        </button>
      ))}
      {failed && (
        <span role="alert">The picture could not be saved: it is too large, or this page is offline.</span>
      )}
    </>
  );
}
