import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { computer } from '../worker/computer.ts';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import { saveFile } from '../shell/save-file.ts';
import { formatValue } from './format-value.ts';
import type { Shown } from './shown.ts';
import type { ShownMap } from './shown-map.ts';
import { usePlotColours } from './plot.tsx';
import { USUAL_HEIGHT, type SurfaceDrape } from './surface-message.ts';
import { FLAT } from './use-flattened.ts';
import { encodeGlb, encodeStl, surfaceMesh } from './surface-file.ts';
import { createSurface, type Surface } from './surface.ts';

const MOST_SAMPLES = 256;

interface SurfacePanelProps {
  readonly shown: Shown;
  readonly opened: OpenedPackage;
}

/** The map as a surface: its library and its samples come when this panel is opened. */
export function SurfacePanel({ shown: { map, range, colours }, opened }: SurfacePanelProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { surface, trouble } = useSurface(canvas);
  const [stretch, setStretch] = useState(1);
  const [draped, setDraped] = useState(false);
  const [drapeRange, setDrapeRange] = useState<Limits | null>(null);
  const { ink } = usePlotColours();
  const own = trueStretch(map, range);
  const sigma = sigmaFor(map, opened);
  const over = draped ? sigma : null;
  useEffect(() => {
    if (!surface || !range) return;
    let wanted = true;
    const show = async (): Promise<void> => {
      const grid = await computer().call('reduce', { id: map.id, most: MOST_SAMPLES });
      const drape = over === null ? null : await drapeOf(over);
      if (!wanted) return;
      setDrapeRange(drape?.range ?? null);
      const axes = { ...sidesOf(map), unit: map.unit, ink };
      surface.show({ grid, look: { colours, range, stretch }, axes, drape });
    };
    // the map was closed meanwhile
    show().catch(() => undefined);
    return () => void (wanted = false);
  }, [surface, map.id, colours, range?.min, range?.max, stretch, over, ink]);
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
      <ChooseStretch {...{ stretch, setStretch, own }} />
      {sigma !== null && <ChooseDrape {...{ draped, setDraped }} range={over === null ? null : drapeRange} />}
      <div class="panel-buttons">
        {own !== null && (
          <button type="button" onClick={() => setStretch(own)} data-control="true-proportions">
            True proportions
          </button>
        )}
        <SaveSurface {...{ map, range, colours, stretch }} />
      </div>
      <p class="small" data-control="proportions">
        {`Drag to turn, wheel to zoom. ${own === null ? drawnWords(map, range, stretch) : proportionWords(stretch / own)} Read values on the map.`}
      </p>
    </>
  );
}

interface ChooseStretchProps {
  readonly stretch: number;
  readonly setStretch: (stretch: number) => void;
  /** see trueStretch */
  readonly own: number | null;
}

function ChooseStretch({ stretch, setStretch, own }: ChooseStretchProps) {
  return (
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
  );
}

interface ChooseDrapeProps {
  readonly draped: boolean;
  readonly setDraped: (draped: boolean) => void;
  /** of the uncertainty; null: it is not shown */
  readonly range: Limits | null;
}

function ChooseDrape({ draped, setDraped, range }: ChooseDrapeProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={draped}
        onChange={(event) => setDraped(event.currentTarget.checked)}
        data-control="drape"
      />
      {`Colours show the uncertainty${range ? `: ${formatValue(range.min)} (dark) to ${formatValue(range.max)} rad (bright)` : ''}`}
    </label>
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

function sidesOf({ rows, cols, pixelSizeUm }: ShownMap) {
  return { widthUm: cols * pixelSizeUm.x, heightUm: rows * pixelSizeUm.y };
}

/** In the worker: the uncertainty of a phase, or of what follows from it; null: there is none of this map. */
function sigmaFor({ key, rows, cols }: ShownMap, { maps }: OpenedPackage): number | null {
  const of = key.startsWith(FLAT) ? key.slice(FLAT.length) : key;
  const sigma = maps.phase_uncertainty;
  if ((of !== 'phase' && of !== 'height') || sigma?.rows !== rows || sigma.cols !== cols) return null;
  return sigma.id;
}

async function drapeOf(id: number): Promise<SurfaceDrape> {
  const { values } = await computer().call('reduce', { id, most: MOST_SAMPLES });
  const usual = medianOf(values);
  return { values, colours: 'magma', range: { min: 0, max: MOST_USUAL * (usual > 0 ? usual : 1) } };
}

/** Bright is what is so many times as unsure as most of the map: at its edges it is more. */
const MOST_USUAL = 4;

function medianOf(values: Float32Array): number {
  const known = values.filter(Number.isFinite).sort();
  return known[known.length >> 1] ?? 0;
}

/** Values that are no lengths have no proportion to the sides; how high they are drawn can be said. */
function drawnWords(map: ShownMap, range: Limits | null, stretch: number): string {
  if (!range) return '';
  const { widthUm, heightUm } = sidesOf(map);
  const um = (USUAL_HEIGHT * stretch * Math.max(widthUm, heightUm)) / (range.max - range.min || 1);
  const unit = map.unit === '' ? 'A value of 1' : `1 ${map.unit}`;
  return `${unit} is drawn as high as ${formatValue(Number(um.toPrecision(2)))} µm of the sides.`;
}

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
