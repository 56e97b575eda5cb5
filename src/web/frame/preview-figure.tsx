import { useEffect, useRef, useState } from 'preact/hooks';
import { computer } from '../worker/computer.ts';
import { Latest } from '../worker/latest.ts';
import type { Calls } from '../worker/protocol.ts';

export type PreviewRequest = Calls['phasePreview']['request'];

/** Pictures over which the rate is told. */
const COUNTED = 8;

/** The phase while a hand moves the filter: each place it comes to, as fast as the worker can. */
export function PreviewFigure({ request }: { readonly request: PreviewRequest }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const times = useRef<number[]>([]);
  const [rate, setRate] = useState<number | null>(null);
  const latest = useRef<Latest<PreviewRequest> | null>(null);
  latest.current ??= new Latest(async (asked: PreviewRequest) => {
    const bitmap = await computer()
      .call('phasePreview', asked)
      // a filter that takes no phase out of this frame: the verdict says why
      .catch(() => null);
    const element = canvas.current;
    if (!bitmap || !element) return;
    [element.width, element.height] = [bitmap.width, bitmap.height];
    element.getContext('2d')!.drawImage(bitmap, 0, 0);
    bitmap.close();
    setRate(rateOf(times.current));
  });
  const { filter, light, level, place } = request;
  useEffect(
    () => latest.current!.ask(request),
    [
      place.file,
      place.index,
      place.channel,
      filter.carrier.x,
      filter.carrier.y,
      filter.radius,
      light?.z,
      level.x,
    ],
  );
  return (
    <figure data-rate={rate === null ? '' : Math.round(rate)}>
      <canvas ref={canvas} role="img" aria-label="The wrapped phase with this filter, a preview" />
      <figcaption>
        Phase with this filter, wrapped: a preview to look at, without a background frame.
        {rate !== null && ` ${rate.toFixed(0)} pictures a second.`}
      </figcaption>
    </figure>
  );
}

/** Pictures a second over the last few that followed each other; null: they were asked for one by one. */
function rateOf(times: number[]): number | null {
  times.push(performance.now());
  if (times.length > COUNTED) times.shift();
  const took = times.at(-1)! - times[0]!;
  return times.length < COUNTED || took > 3000 ? null : ((times.length - 1) * 1000) / took;
}
