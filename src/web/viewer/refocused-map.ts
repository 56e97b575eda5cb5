import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { computer } from '../worker/computer.ts';
import type { RefocusOptics } from '../worker/protocol.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import { noiseRefocused, noiseUnwrapped, type MapNoise } from './map-noise.ts';
import { keptByMean, NOT_HERE, type ShownMap } from './shown-map.ts';
import type { Picture } from './use-painted.ts';

export type RefocusShow = 'amplitude' | 'phase' | 'unwrapped' | 'uncertainty';

/** What of a field is asked for, and where. */
export interface RefocusFrame {
  readonly shift_mm: number;
  readonly show: RefocusShow;
  readonly colours: ColourName;
  readonly range: Limits;
}

interface FieldPlace {
  readonly field: number;
  readonly optics: RefocusOptics;
}

interface Kept {
  readonly id: number;
  readonly values: Float32Array;
  readonly noise: MapNoise;
}

/** What is seen of a phase while a hand moves. */
const MOVING = { colours: 'cyclic', range: { min: -Math.PI, max: Math.PI } } as const;

/** A picture as a hand moves it. What takes longer than a hand waits, turns and uncertainty, is seen when it rests. */
export async function look(place: FieldPlace, frame: RefocusFrame): Promise<Picture> {
  const { show, shift_mm } = frame;
  const seen = show === 'amplitude' ? 'amplitude' : 'phase';
  const { colours, range } = show === seen ? frame : MOVING;
  const made = await computer().call('refocus', { ...place, shift_mm, show: seen, colours, range });
  return { ...made, colours, range };
}

/** The values at a distance, with what is known of their errors. */
export async function keep(
  opened: OpenedPackage,
  place: FieldPlace,
  { show, shift_mm }: RefocusFrame,
): Promise<Kept> {
  const values = show === 'uncertainty' ? 'unwrapped' : show;
  const kept = await computer().call('keepRefocused', { ...place, show: values, shift_mm });
  const of = show === 'amplitude' ? 'amplitude' : 'phase';
  const noise = noiseRefocused(opened, of, kept.amplitude, shift_mm);
  const own = kept.untrusted ? noiseUnwrapped(noise, kept.untrusted) : noise;
  if (show !== 'uncertainty') return { id: kept.id, values: kept.values, noise: own };
  void computer().call('release', { ids: [kept.id] });
  const sigmas = await sigmaMap(own, opened);
  const { id } = await computer().call('hold', { rows: opened.rows, cols: opened.cols, data: sigmas });
  return { id, values: sigmas, noise: { sigma: null, about: own.about } };
}

const ROWS_AT_ONCE = 64;

/** Row by row, so that the page goes on meanwhile. */
async function sigmaMap(
  { sigma }: MapNoise,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): Promise<Float32Array> {
  const out = new Float32Array(rows * cols).fill(NaN);
  for (let row = 0; sigma && row < rows; row++) {
    for (let at = row * cols; at < (row + 1) * cols; at++) out[at] = sigma(at);
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve));
  }
  return out;
}

const titles: Readonly<Record<RefocusShow, string>> = {
  amplitude: 'Refocused amplitude',
  phase: 'Refocused phase, wrapped',
  unwrapped: 'Refocused phase',
  uncertainty: 'Uncertainty of the refocused phase (1 σ)',
};

const keyOf = (show: RefocusShow) => `refocused_${show}`;

/**
 * Until the values are here the map stands for that of the distance before, or for the package's own of that kind.
 * @param before null: there is none
 */
export function refocusedMap(
  opened: OpenedPackage,
  show: RefocusShow,
  kept: Kept | null,
  before: ShownMap | null,
): ShownMap {
  const { rows, cols, pixelSizeUm, maps } = opened;
  const stand = (show === 'amplitude' ? maps.amplitude : maps.phase_wrapped) ?? Object.values(maps)[0];
  return {
    ...{ key: keyOf(show), rows, cols, pixelSizeUm, keptByMean: keptByMean(opened), title: titles[show] },
    ...(kept?.noise ?? { sigma: null, about: '' }),
    unit: show === 'amplitude' ? '' : 'rad',
    // the field may be here before any map is
    id: kept?.id ?? (before?.key === keyOf(show) ? before.id : (stand?.id ?? NOT_HERE)),
    values: kept?.values ?? null,
    colours: show === 'phase' ? 'cyclic' : show === 'amplitude' ? 'grey' : 'viridis',
    cyclic: show === 'phase',
  };
}

/** A map without values, the same from picture to picture. */
export function awaiting(before: ShownMap | null, opened: OpenedPackage, show: RefocusShow): ShownMap {
  const waits = before?.key === keyOf(show) && before.values === null;
  return waits ? before : refocusedMap(opened, show, null, before);
}
