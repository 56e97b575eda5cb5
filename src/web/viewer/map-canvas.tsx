import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { drawMap, type Overlay } from './draw-map.ts';
import { useCanvasInput, type CanvasTarget } from './use-canvas-input.ts';
import type { Covers } from '../worker/protocol.ts';
import { fitView, type Size } from './view.ts';
import type { ViewStore } from './view-store.ts';

export interface MapCanvasProps extends CanvasTarget {
  readonly label: string;
  readonly bitmap: ImageBitmap | null;
  /** absent: the whole map */
  readonly covers?: Covers | undefined;
  /** µm per map pixel along x, for the scale bar */
  readonly pixelSizeUm: number;
  readonly store: ViewStore;
  readonly overlay: Overlay;
}

/** One map on a canvas: wheel, pinch, drag and keys move it; never more than one drawing a frame. */
export function MapCanvas(props: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const now = useRef(props);
  now.current = props;
  const size = useRef<Size>({ width: 0, height: 0 });
  // whether keys were used last: then one sees where the middle is, which they read and draw at
  const keyed = useRef(false);
  const { store } = props;
  const redraw = useDrawing({ canvas, size, now, keyed, store });

  useEffect(() => redraw.current());

  const input = useCanvasInput({
    canvas,
    size,
    store,
    props: now,
    view: () => store.view ?? fitView(now.current.map, size.current),
  });
  return (
    <canvas
      ref={canvas}
      class={`map-canvas${props.onMark ? ' marking' : ''}`}
      tabIndex={0}
      role="img"
      aria-label={`${props.label}. Arrow keys move, plus and minus zoom, 0 shows all; the line below tells the value in the middle. With a tool in hand Enter begins and ends there what it draws.`}
      {...input}
      onKeyDown={(event) => {
        keyed.current ||= /^(Arrow|Enter)|^[-+=]$/.test(event.key);
        input.onKeyDown(event);
        redraw.current();
      }}
      onPointerMove={(event) => {
        keyed.current = false;
        input.onPointerMove(event);
      }}
      onBlur={() => {
        keyed.current = false;
        redraw.current();
      }}
    />
  );
}

interface Drawing {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly size: { current: Size };
  readonly now: { readonly current: MapCanvasProps };
  readonly keyed: { readonly current: boolean };
  readonly store: ViewStore;
}

/** Draws when something has changed. @returns what asks for it */
function useDrawing({ canvas, size, now, keyed, store }: Drawing): { readonly current: () => void } {
  const redraw = useRef<() => void>(() => undefined);
  useEffect(() => {
    const element = canvas.current!;
    let asked = 0;
    const draw = () => {
      cancelAnimationFrame(asked);
      asked = 0;
      drawMap(element, size.current, keyed.current ? withMiddle(now.current, size.current) : now.current);
    };
    redraw.current = () => (asked ||= requestAnimationFrame(draw));
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      size.current = { width, height };
      // now, before what was drawn for another size is seen stretched to this one
      draw();
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw.current);
    const forget = store.listen(redraw.current);
    return () => {
      cancelAnimationFrame(asked);
      observer.disconnect();
      forget();
      scheme.removeEventListener('change', redraw.current);
    };
  }, [store]);
  return redraw;
}

/** With a cross where the middle is. */
function withMiddle(drawing: MapCanvasProps, size: Size): MapCanvasProps {
  const { x, y } = drawing.store.view ?? fitView(drawing.map, size);
  return { ...drawing, overlay: { ...drawing.overlay, cursor: { x, y } } };
}
