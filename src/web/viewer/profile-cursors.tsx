import { useRef } from 'preact/hooks';
import { formatValue } from './format-value.ts';

/** Where in a plot the values are, CSS px in its box. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface ProfileCursorsProps {
  readonly area: PlotArea;
  /** shares of the length, the first before the second */
  readonly cursors: readonly [number, number];
  readonly lengthUm: number;
  readonly set: (cursors: readonly [number, number]) => void;
}

const STEP = 1 / 200;

/** Two lines across a plot; what is between them is measured. */
export function ProfileCursors({ area, cursors, lengthUm, set }: ProfileCursorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const move = (which: 0 | 1, share: number) => {
    const [from, to] = cursors;
    const place = Math.min(1, Math.max(0, share));
    set(which === 0 ? [Math.min(place, to - STEP), to] : [from, Math.max(place, from + STEP)]);
  };
  const drag = (which: 0 | 1) => (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const { left, width } = box.current!.getBoundingClientRect();
    move(which, (event.clientX - left) / width);
  };
  const keys = (which: 0 | 1) => (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    move(which, cursors[which] + way * STEP);
  };
  return (
    <div
      class="profile-cursors"
      ref={box}
      style={{
        ...{ left: `${area.left}px`, top: `${area.top}px` },
        ...{ width: `${area.width}px`, height: `${area.height}px` },
      }}
    >
      {([0, 1] as const).map((which) => (
        <div
          key={which}
          class="profile-cursor"
          role="slider"
          tabIndex={0}
          aria-label={which === 0 ? 'First cursor' : 'Second cursor'}
          aria-valuemin={0}
          aria-valuemax={Number(lengthUm.toPrecision(4))}
          aria-valuenow={Number((cursors[which] * lengthUm).toPrecision(4))}
          aria-valuetext={`${formatValue(cursors[which] * lengthUm)} µm`}
          style={{ left: `${100 * cursors[which]}%` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag(which)}
          onKeyDown={keys(which)}
          data-cursor={which + 1}
        />
      ))}
    </div>
  );
}
