import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { Histogram } from '../worker/histogram.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import type { ShownMap } from './shown-map.ts';
import type { Picture } from './use-painted.ts';

/** The map in sight and how it is to be painted. */
export interface Shown {
  readonly map: ShownMap;
  readonly range: Limits | null;
  readonly colours: ColourName;
  readonly histogram: Histogram | null;
  /** as it is painted now, which may be a moment behind */
  readonly picture: Picture | null;
}
