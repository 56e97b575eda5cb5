import { useEffect, useRef, useState } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import { computer } from '../worker/computer.ts';
import { NOT_HERE } from './shown-map.ts';
import type { Covers } from '../worker/protocol.ts';
import { Latest } from '../worker/latest.ts';
import type { ColourName } from '../colour/colour-maps.ts';

interface Wanted {
  readonly id: number;
  readonly series: string;
  /** in the worker: a map of uncertainties by which it fades; null: it does not */
  readonly faded: number | null;
  readonly colours: ColourName;
  readonly range: Limits;
}

/** A map in colours, and which they are. */
export interface Picture {
  readonly bitmap: ImageBitmap;
  /** absent: the whole map, pixel by pixel */
  readonly covers?: Covers;
  /** made by the graphics processor, to look at */
  readonly isByGpu?: boolean;
  readonly colours: ColourName;
  readonly range: Limits;
}

/**
 * A map painted in the worker. While a range is dragged the last picture stays until the next is there.
 * @param series names maps that follow each other in one place: the picture of one stays until the next is there, too
 */
export function usePainted(
  { id, series, faded = null }: Pick<Wanted, 'id' | 'series'> & { readonly faded?: number | null },
  colours: ColourName,
  range: Limits | null,
): Picture | null {
  const [picture, setPicture] = useState<(Picture & Pick<Wanted, 'id' | 'series'>) | null>(null);
  const latest = useRef<Latest<Wanted> | null>(null);
  latest.current ??= new Latest(async (wanted: Wanted) => {
    const bitmap = await computer()
      .call('paint', { id: wanted.id, colours: wanted.colours, range: wanted.range, faded: wanted.faded })
      // the map was closed meanwhile: there is nothing to show
      .catch(() => null);
    if (bitmap) setPicture({ ...wanted, bitmap });
  });
  useEffect(() => {
    if (range && id !== NOT_HERE) latest.current!.ask({ id, series, colours, range, faded });
  }, [id, faded, colours, range?.min, range?.max]);
  useEffect(() => () => picture?.bitmap.close(), [picture]);
  return picture?.id === id || picture?.series === series ? picture : null;
}
