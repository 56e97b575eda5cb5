import { useEffect, useRef } from 'preact/hooks';
import { robustLimits } from '../../formats/preview/robust-limits.ts';
import { computer } from '../worker/computer.ts';
import { paint } from '../worker/paint.ts';
import type { ShownMap } from './shown-map.ts';

interface MapStripProps {
  readonly maps: readonly ShownMap[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** px of the longer side */
const SIDE = 72;
/** While a hand drags, small pictures of the past are not made. */
const REST_MS = 250;
const WHOLE_TURN = { min: -Math.PI, max: Math.PI };

/** All maps as small pictures; a press, or its number, shows one large. */
export function MapStrip({ maps, chosen, onChoose }: MapStripProps) {
  return (
    <div class="map-strip" role="group" aria-label="Maps">
      {maps.map((map, index) => (
        <button
          key={map.key}
          type="button"
          aria-pressed={map.key === chosen}
          title={`${map.title} (${index + 1})`}
          onClick={() => onChoose(map.key)}
        >
          <Small map={map} />
          <span>{map.title}</span>
        </button>
      ))}
    </div>
  );
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
      const rgba = paint(values, map.colours, map.cyclic ? WHOLE_TURN : robustLimits(values));
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
