import { useEffect, useRef } from 'preact/hooks';
import type { Values } from '../fields/fields.ts';
import type { FrameSpectrum } from '../worker/protocol.ts';
import type { FramePanelProps } from './frame-panel-props.ts';
import { fieldsOf, frequencyAt, gripAt, type Filter, type Grip } from './spectrum-hands.ts';

export interface MovableSpectrumProps extends Pick<FramePanelProps, 'mode' | 'own' | 'onSet'> {
  readonly spectrum: FrameSpectrum;
  /** µm of one camera pixel in the sample; null: not known */
  readonly samplePixel: number | null;
}

/** A spectrum with its filter, which hands can move and widen; what they do goes into the fields of the form. */
export function MovableSpectrum({ spectrum, mode, own, samplePixel, onSet }: MovableSpectrumProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { picture, rows, cols, step_cycles_per_px: step } = spectrum;
  const filter = mode === 'off-axis' ? filterOf(spectrum, own, samplePixel) : null;
  useEffect(() => {
    const context = canvas.current!.getContext('2d')!;
    context.drawImage(picture, 0, 0);
    if (filter) drawFilter(context, spectrum, filter);
  }, [picture, filter?.x, filter?.y, filter?.radius]);
  const hands = useHands(spectrum, filter, samplePixel, onSet);
  return (
    <canvas
      ref={canvas}
      class={onSet && filter ? 'movable' : undefined}
      {...{ width: cols, height: rows, role: 'img' }}
      aria-label={filter ? 'Its spectrum, the sideband circled' : 'Its spectrum'}
      // a step along x is another frequency than one along y where the frame is no square: a round filter is to look round
      style={{ aspectRatio: String((cols * step.x) / (rows * step.y)) }}
      {...hands}
    />
  );
}

/** What the form says counts for more than what was found. */
export function filterOf(
  { sideband }: FrameSpectrum,
  { carrier, radius }: FramePanelProps['own'],
  samplePixel: number | null,
): Filter | null {
  const at = carrier ? { x: carrier[0], y: carrier[1] } : sideband?.carrier;
  const wide = radius !== null && samplePixel !== null ? radius * samplePixel : sideband?.radius;
  return at ? { x: at.x, y: at.y, radius: wide ?? Math.hypot(at.x, at.y) / 3 } : null;
}

/** Dragging the ring moves the filter, dragging its rim widens it, a press on the twin takes that one. */
function useHands(
  spectrum: FrameSpectrum,
  filter: Filter | null,
  samplePixel: number | null,
  onSet: ((fields: Values) => void) | undefined,
) {
  const held = useRef<{ readonly grip: Grip; readonly dx: number; readonly dy: number } | null>(null);
  if (!onSet || !filter) return {};
  const place = (event: PointerEvent) => {
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return frequencyAt(spectrum, (event.clientX - left) / width, (event.clientY - top) / height);
  };
  return {
    onPointerDown(event: PointerEvent) {
      const at = place(event);
      const grip = gripAt(filter, at);
      if (grip === null) return;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      // where in the ring the hand is, it stays
      held.current = grip === 'twin' ? null : { grip, dx: at.x - filter.x, dy: at.y - filter.y };
      if (grip === 'twin') onSet(fieldsOf(grip, filter, at, samplePixel));
    },
    onPointerMove(event: PointerEvent) {
      if (!held.current) return;
      const { grip, dx, dy } = held.current;
      const at = place(event);
      const to = grip === 'place' ? { x: at.x - dx, y: at.y - dy } : at;
      onSet(fieldsOf(grip, filter, to, samplePixel));
    },
    onPointerUp: () => void (held.current = null),
    onPointerCancel: () => void (held.current = null),
  };
}

/** A ring where the filter lies and a dashed one around its twin. Zero frequency is in the middle. */
function drawFilter(context: CanvasRenderingContext2D, spectrum: FrameSpectrum, filter: Filter): void {
  const { step_cycles_per_px: step, rows, cols } = spectrum;
  const width = Math.max(2, cols / 250);
  for (const sign of [1, -1] as const) {
    const x = (cols >> 1) + 0.5 + (sign * filter.x) / step.x;
    const y = (rows >> 1) + 0.5 + (sign * filter.y) / step.y;
    for (const [style, line] of [
      ['#06131a', 2 * width],
      ['#4ff0e0', width],
    ] as const) {
      context.strokeStyle = style;
      context.lineWidth = line;
      context.setLineDash(sign === 1 ? [] : [3 * width, 3 * width]);
      context.beginPath();
      context.ellipse(x, y, filter.radius / step.x, filter.radius / step.y, 0, 0, 2 * Math.PI);
      context.stroke();
    }
  }
}
