import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { Histogram } from '../worker/histogram.ts';
import type { ColourName } from './colour-maps.ts';
import type { ShownMap } from './shown-map.ts';

/** The map in sight and how it is painted. */
export interface Shown {
  readonly map: ShownMap;
  readonly range: Limits | null;
  readonly colours: ColourName;
  readonly histogram: Histogram | null;
  readonly bitmap: ImageBitmap | null;
}
