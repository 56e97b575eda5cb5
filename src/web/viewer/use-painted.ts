import { useEffect, useRef, useState } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import { computer } from '../worker/computer.ts';
import { Latest } from '../worker/latest.ts';
import type { ColourName } from '../colour/colour-maps.ts';

interface Wanted {
  readonly id: number;
  readonly colours: ColourName;
  readonly range: Limits;
}

/** A map in colours, and which they are. */
export interface Picture {
  readonly bitmap: ImageBitmap;
  readonly colours: ColourName;
  readonly range: Limits;
}

/** A map painted in the worker. While a range is dragged the last picture stays until the next is there. */
export function usePainted(id: number, colours: ColourName, range: Limits | null): Picture | null {
  const [picture, setPicture] = useState<(Picture & { readonly id: number }) | null>(null);
  const latest = useRef<Latest<Wanted> | null>(null);
  latest.current ??= new Latest(async (wanted: Wanted) => {
    const bitmap = await computer()
      .call('paint', wanted)
      // the map was closed meanwhile: there is nothing to show
      .catch(() => null);
    if (bitmap) setPicture({ ...wanted, bitmap });
  });
  useEffect(() => {
    if (range) latest.current!.ask({ id, colours, range });
  }, [id, colours, range?.min, range?.max]);
  useEffect(() => () => picture?.bitmap.close(), [picture]);
  return picture?.id === id ? picture : null;
}
