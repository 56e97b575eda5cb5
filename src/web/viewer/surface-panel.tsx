import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { computer } from '../worker/computer.ts';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import { saveFile } from '../shell/save-file.ts';
import { formatValue } from './format-value.ts';
import type { Shown } from './shown.ts';
import type { ShownMap } from './shown-map.ts';
import { USUAL_HEIGHT } from './surface-message.ts';
import { encodeGlb, encodeStl, surfaceMesh } from './surface-file.ts';
import { createSurface, type Surface } from './surface.ts';

const MOST_SAMPLES = 256;

/** The map as a surface: its library and its samples come when this panel is opened. */
export function SurfacePanel({ shown: { map, range, colours } }: { readonly shown: Shown }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { surface, trouble } = useSurface(canvas);
  const [stretch, setStretch] = useState(1);
  const own = trueStretch(map, range);
  useEffect(() => {
    if (!surface || !range) return;
    let wanted = true;
    computer()
      .call('reduce', { id: map.id, most: MOST_SAMPLES })
      .then((grid) => wanted && surface.show(grid, { colours, range, stretch }))
      // the map was closed meanwhile
      .catch(() => undefined);
    return () => void (wanted = false);
  }, [surface, map.id, colours, range?.min, range?.max, stretch]);
  return (
    <>
      {trouble && <p role="alert">{trouble}</p>}
      <canvas
        ref={canvas}
        class="surface"
        hidden={trouble !== null}
        tabIndex={0}
        role="img"
        aria-label={`${map.title} as a surface. Arrow keys turn it, plus and minus zoom.`}
      />
      <label class="distance-slider">
        <span>Height of the surface</span>
        <input
          type="range"
          {...{ min: -3, max: 0.5, step: 0.05, value: Math.log10(stretch) }}
          aria-valuetext={
            own === null ? `${stretch.toFixed(2)} times the usual` : proportionWords(stretch / own)
          }
          onInput={(event) => setStretch(10 ** Number(event.currentTarget.value))}
        />
      </label>
      <div class="panel-buttons">
        {own !== null && (
          <button type="button" onClick={() => setStretch(own)} data-control="true-proportions">
            True proportions
          </button>
        )}
        <SaveSurface {...{ map, range, colours, stretch }} />
      </div>
      <p class="small" data-control="proportions">
        {own === null
          ? 'Drag to turn, wheel to zoom. Heights are phases, so they have no proportion to the sides; read values on the map.'
          : `Drag to turn, wheel to zoom. ${proportionWords(stretch / own)} Read values on the map.`}
      </p>
    </>
  );
}

interface SaveSurfaceProps {
  readonly map: ShownMap;
  readonly range: Limits | null;
  readonly colours: ColourName;
  readonly stretch: number;
}

/** For other programs: heights in µm in their true proportion, phases as they are drawn. */
function SaveSurface({ map, range, colours, stretch }: SaveSurfaceProps) {
  const save = async (kind: 'glb' | 'stl'): Promise<void> => {
    const grid = await computer().call('reduce', { id: map.id, most: MOST_SAMPLES });
    const stepUm = {
      x: (map.cols / grid.cols) * map.pixelSizeUm.x,
      y: (map.rows / grid.rows) * map.pixelSizeUm.y,
    };
    const longest = Math.max(grid.cols * stepUm.x, grid.rows * stepUm.y);
    const drawn = (USUAL_HEIGHT * stretch * longest) / (range!.max - range!.min || 1);
    const mesh = surfaceMesh(
      grid,
      { colours, range: range! },
      stepUm,
      map.unit === 'nm' ? 1 / NM_PER_UM : drawn,
    );
    const words = `Leith: ${map.title}, lengths in micrometres`;
    const bytes = kind === 'glb' ? encodeGlb(mesh, words) : encodeStl(mesh, words);
    const type = kind === 'glb' ? 'model/gltf-binary' : 'model/stl';
    saveFile(new Blob([bytes], { type }), `${map.key}.${kind}`);
  };
  return (['glb', 'stl'] as const).map((kind) => (
    <button
      key={kind}
      type="button"
      disabled={!range || !map.values}
      onClick={() => void save(kind)}
      data-control={`save-${kind}`}
    >
      Save {kind.toUpperCase()}
    </button>
  ));
}

/** The stretch at which heights and sides are in proportion; null: the map shows no lengths. */
function trueStretch({ unit, rows, cols, pixelSizeUm }: ShownMap, range: Limits | null): number | null {
  if (unit !== 'nm' || !range) return null;
  const side_um = Math.max(rows * pixelSizeUm.y, cols * pixelSizeUm.x);
  return (range.max - range.min) / NM_PER_UM / side_um / USUAL_HEIGHT;
}

const NM_PER_UM = 1000;

function proportionWords(times: number): string {
  if (Math.abs(times - 1) < 0.02) return 'Heights and sides are in proportion.';
  return times > 1
    ? `Heights are drawn ${formatValue(Number(times.toPrecision(2)))} times as high as they are.`
    : `Heights are drawn at ${formatValue(Number((100 * times).toPrecision(2)))} % of what they are.`;
}

/** Gives the canvas to what draws surfaces, for as long as it is there. */
function useSurface(canvas: RefObject<HTMLCanvasElement | null>) {
  const [surface, setSurface] = useState<Surface | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    const made = createSurface(canvas.current!, setTrouble);
    setSurface(made);
    return () => made.dispose();
  }, []);
  return { surface, trouble };
}
