import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { scaleBarLength } from '../../formats/preview/ticks.ts';
import type { MarkedPlace, PlaceKind } from './marked-place.ts';
import { coloursOf, paintValues, type ColourRange } from './paint-frame.ts';
import type { FrameSample, SequenceMapName } from './sequence-reader.ts';

export interface FramePictureProps {
  readonly values: RealMap;
  /** rad, of the same samples, what fades by it; null: it is not known */
  readonly sigma: RealMap | null;
  readonly map: SequenceMapName;
  readonly range: ColourRange;
  readonly label: string;
  readonly kind: PlaceKind;
  readonly place: MarkedPlace | null;
  readonly pixelSizeUm: { readonly x: number };
  readonly onPlace: (place: MarkedPlace) => void;
  /** the sample under the pointer; null: it is elsewhere */
  readonly onLook: (sample: FrameSample | null) => void;
}

/** A frame, on which a place is marked by pressing and drawing. */
export function FramePicture(props: FramePictureProps) {
  const { values, sigma, map, range, label, place, pixelSizeUm } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => paintValues(canvas.current!, values, coloursOf(map), range, sigma),
    [values, map, range, sigma],
  );
  const { drawn, hands } = useDrawing(canvas, props);
  const { rows, cols } = values;
  const marked = drawn ?? place;
  return (
    <div class="frame-box" style={{ maxWidth: `calc(var(--frame-height) * ${cols / rows})` }}>
      <canvas ref={canvas} class="frame" role="img" aria-label={label} {...hands} />
      <ScaleBar widthUm={cols * pixelSizeUm.x} />
      {marked && (
        <svg viewBox={`0 0 ${cols} ${rows}`} aria-hidden="true">
          <Mark place={marked} class="under" />
          <Mark place={marked} class="over" />
        </svg>
      )}
    </div>
  );
}

/** What is drawn until it is let go, and what tells it of the pointer. */
function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  { values, kind, onPlace, onLook }: Pick<FramePictureProps, 'values' | 'kind' | 'onPlace' | 'onLook'>,
) {
  const [drawn, setDrawn] = useState<MarkedPlace | null>(null);
  const start = useRef<FrameSample | null>(null);
  const sampleAt = (event: PointerEvent): FrameSample => {
    const box = canvas.current!.getBoundingClientRect();
    const within = (share: number, count: number) =>
      Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    return {
      x: within((event.clientX - box.left) / box.width, values.cols),
      y: within((event.clientY - box.top) / box.height, values.rows),
    };
  };
  const placeTo = (to: FrameSample): MarkedPlace =>
    kind === 'point' ? { kind, at: to } : { kind, from: start.current!, to };
  const end = (): void => {
    start.current = null;
    setDrawn(null);
  };
  const hands = {
    onPointerDown: (event: PointerEvent): void => {
      event.preventDefault();
      canvas.current!.setPointerCapture(event.pointerId);
      start.current = sampleAt(event);
      onLook(start.current);
      setDrawn(placeTo(start.current));
    },
    onPointerMove: (event: PointerEvent): void => {
      const sample = sampleAt(event);
      onLook(sample);
      if (start.current) setDrawn(placeTo(sample));
    },
    onPointerUp: (event: PointerEvent): void => {
      if (start.current) onPlace(placeTo(sampleAt(event)));
      end();
    },
    // a finger that is lifted leaves what it pressed
    onPointerLeave: (event: PointerEvent): void => void (event.pointerType === 'mouse' && onLook(null)),
    onPointerCancel: end,
  };
  return { drawn, hands };
}

const SCALE_BAR_SHARE = 0.25;

function ScaleBar({ widthUm }: { readonly widthUm: number }) {
  const bar = scaleBarLength(SCALE_BAR_SHARE * widthUm);
  return (
    <p class="scale-bar">
      <span style={{ width: `${(100 * bar.um) / widthUm}cqw` }}>{bar.label}</span>
    </p>
  );
}

/** A place in samples; its lines are as wide whatever the picture's size. */
function Mark({ place, ...look }: { readonly place: MarkedPlace; readonly class: string }) {
  if (place.kind === 'point') {
    const { x, y } = place.at;
    // a line of no length with round ends
    return <path d={`M${x + 0.5} ${y + 0.5}h0`} {...look} class={`${look.class} dot`} />;
  }
  const { from, to } = place;
  if (place.kind === 'line')
    return <path d={`M${from.x + 0.5} ${from.y + 0.5}L${to.x + 0.5} ${to.y + 0.5}`} {...look} />;
  const size = { width: Math.abs(to.x - from.x) + 1, height: Math.abs(to.y - from.y) + 1 };
  return <rect x={Math.min(from.x, to.x)} y={Math.min(from.y, to.y)} {...size} {...look} />;
}
