import { usualOf } from '../worker/histogram.ts';
import { colourLimits } from './colour-limits.ts';
import { useEffect, useRef } from 'preact/hooks';
import { robustLimits } from '../../formats/preview/robust-limits.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { computer } from '../worker/computer.ts';
import { paint } from '../worker/paint.ts';
import type { MapState } from './use-map-state.ts';
import { hasPicture, useStandIn } from './use-stand-in.ts';
import { NOT_HERE, type ShownMap } from './shown-map.ts';

interface MapStripProps {
  readonly opened: OpenedPackage;
  readonly maps: readonly ShownMap[];
  readonly chosen: string;
  readonly state: MapState;
  readonly onChoose: (key: string) => void;
  /** shows four at once, or one again */
  readonly onLinked: () => void;
}

/** px of the longer side */
const SIDE = 72;
/** While a hand drags, small pictures of the past are not made. */
const REST_MS = 250;
const WHOLE_TURN = { min: -Math.PI, max: Math.PI };

/** All maps as small pictures; a press, or its number, shows one large. */
export function MapStrip({ opened, maps, state, chosen, onChoose, onLinked }: MapStripProps) {
  return (
    <div class="map-strip" role="group" aria-label="Maps">
      {maps.map((map, index) => (
        <button
          key={map.key}
          type="button"
          aria-pressed={map.key === chosen && !state.linked}
          title={`${map.title} (${index + 1})`}
          aria-label={map.title}
          onClick={() => onChoose(map.key)}
        >
          {map.id !== NOT_HERE ? (
            <Small map={map} />
          ) : hasPicture(opened, map) ? (
            <Pictured {...{ opened, map }} />
          ) : (
            <Sign sign={map.cyclic ? '∿' : '…'} />
          )}
          <span>{shortTitle(map)}</span>
        </button>
      ))}
      <button
        type="button"
        aria-pressed={state.linked}
        title="Four views with one cursor (G)"
        onClick={onLinked}
        data-control="linked"
      >
        <Sign sign="⊞" />
        <span>2 × 2</span>
      </button>
    </div>
  );
}

/** Stands where there is no picture: of what shows four, and of maps that are not fetched before they are asked for. */
const Sign = ({ sign }: { readonly sign: string }) => (
  <span class="map-sign" data-sign={sign} aria-hidden="true" />
);

/** What fits below a small picture; the whole title is on hover, and heard. */
function shortTitle({ key, title }: ShownMap): string {
  const short: Readonly<Record<string, string>> = {
    ...{ phase_wrapped: 'Wrapped', phase_uncertainty: 'Uncertainty', phase_noise: 'Noise' },
    ...{ mean_phase: 'Mean', temporal_std: 'Over time' },
    ...{ refocused_phase: 'Refocused', refocused_unwrapped: 'Refocused', refocused_amplitude: 'Refocused' },
  };
  return short[key] ?? title;
}

/** As the package has it, where the values have not been fetched. */
function Pictured({ opened, map }: { readonly opened: OpenedPackage; readonly map: ShownMap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const bitmap = useStandIn(opened, map);
  useEffect(() => {
    const element = canvas.current!;
    element.height = Math.max(1, Math.round((SIDE * map.rows) / map.cols));
    if (bitmap) element.getContext('2d')!.drawImage(bitmap, 0, 0, element.width, element.height);
  }, [bitmap]);
  return <canvas ref={canvas} aria-hidden="true" width={SIDE} height={SIDE} />;
}

function Small({ map }: { readonly map: ShownMap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let wanted = true;
    const draw = async (): Promise<void> => {
      const { rows, cols, values } = await computer().call('reduce', { id: map.id, most: SIDE });
      const element = canvas.current;
      if (!wanted || !element) return;
      [element.width, element.height] = [cols, rows];
      const limits = colourLimits(map.key, robustLimits(values), usualOf(values));
      const rgba = paint(values, map.colours, map.cyclic ? WHOLE_TURN : limits);
      element.getContext('2d')!.putImageData(new ImageData(rgba, cols, rows), 0, 0);
    };
    // closed meanwhile: there is nothing to show
    const timer = setTimeout(() => void draw().catch(() => undefined), REST_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [map.id]);
  return <canvas ref={canvas} aria-hidden="true" width={SIDE} height={SIDE} />;
}
