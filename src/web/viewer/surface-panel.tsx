import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { computer } from '../worker/computer.ts';
import type { Shown } from './shown.ts';
import { createSurface, type Surface } from './surface.ts';

const MOST_SAMPLES = 256;

/** The map as a surface: its library and its samples come when this panel is opened. */
export function SurfacePanel({ shown: { map, range, colours } }: { readonly shown: Shown }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { surface, trouble } = useSurface(canvas);
  const [stretch, setStretch] = useState(1);
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
          {...{ min: 0.1, max: 3, step: 0.1, value: stretch }}
          onInput={(event) => setStretch(Number(event.currentTarget.value))}
        />
      </label>
      <p class="small">Drag to turn, wheel to zoom. Heights are stretched; read values on the map.</p>
    </>
  );
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
