import { useEffect, useRef, useState } from 'preact/hooks';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import type { MarkedPlace, PlaceKind } from './marked-place.ts';
import { coloursOf, markPlace, paintValues, type ColourRange } from './paint-frame.ts';
import type { FrameSample, SequenceMapName } from './sequence-reader.ts';

export interface FramePictureProps {
  readonly values: RealMap;
  readonly map: SequenceMapName;
  readonly range: ColourRange;
  readonly label: string;
  readonly kind: PlaceKind;
  readonly place: MarkedPlace | null;
  readonly onPlace: (place: MarkedPlace) => void;
}

/** A frame, on which a place is marked by pressing and drawing. */
export function FramePicture({ values, map, range, label, kind, place, onPlace }: FramePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<MarkedPlace | null>(null);
  const start = useRef<FrameSample | null>(null);
  useEffect(() => {
    paintValues(canvas.current!, values, coloursOf(map), range);
    const marked = drawn ?? place;
    if (marked) markPlace(canvas.current!, marked);
  }, [values, map, range, drawn, place]);
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
  const begin = (event: PointerEvent): void => {
    event.preventDefault();
    canvas.current!.setPointerCapture(event.pointerId);
    start.current = sampleAt(event);
    setDrawn(placeTo(start.current));
  };
  const move = (event: PointerEvent): void => {
    if (start.current) setDrawn(placeTo(sampleAt(event)));
  };
  const end = (event: PointerEvent): void => {
    if (!start.current) return;
    onPlace(placeTo(sampleAt(event)));
    start.current = null;
    setDrawn(null);
  };
  return (
    <canvas
      ref={canvas}
      class="frame"
      role="img"
      aria-label={label}
      style={{ aspectRatio: `${values.cols} / ${values.rows}` }}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => {
        start.current = null;
        setDrawn(null);
      }}
    />
  );
}
