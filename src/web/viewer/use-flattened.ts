import { useEffect, useState } from 'preact/hooks';
import { computer } from '../worker/computer.ts';
import { nameOfRegion, type Region } from './marks-on-map.ts';
import { levelOf, planeOf, type RegionPlane } from './region-plane.ts';
import { regionStatistics } from './region-statistics.ts';
import { NOT_HERE, type ShownMap } from './shown-map.ts';

/** What is taken out of a map: the mean of a region, or its least-squares plane. */
export interface Flattening {
  /** key of the map */
  readonly of: string;
  readonly how: 'level' | 'plane';
  readonly region: Region;
}

export const FLAT = 'flat_';

/** A map less the level or the plane of a region; null: nobody has asked, or it can't be told there. */
export function useFlattened(maps: readonly ShownMap[], flattening: Flattening | null): ShownMap | null {
  const [made, setMade] = useState<{ readonly of: Flattening; readonly map: ShownMap } | null>(null);
  const base = maps.find(({ key }) => key === flattening?.of) ?? null;
  useEffect(() => {
    if (!flattening || !base?.values || base.id === NOT_HERE) return;
    let gone = false;
    void flatten(base, flattening).then((map) => {
      if (gone || !map) return void (map && release(map));
      setMade({ of: flattening, map });
    });
    return () => void (gone = true);
  }, [flattening, base?.id, base?.values]);
  // the picture of the one before stays until the next is there
  useEffect(() => () => void (made && release(made.map)), [made]);
  return flattening && made?.of.of === flattening.of ? made.map : null;
}

function release({ id }: ShownMap): void {
  void computer().call('release', { ids: [id] });
}

async function flatten(map: ShownMap, { how, region }: Flattening): Promise<ShownMap | null> {
  const plane = (how === 'plane' ? planeOf : levelOf)(map, region);
  if (!plane) return null;
  const { mean, midX, midY, slopeX, slopeY } = plane;
  const made = await computer()
    .call('flatten', { id: map.id, plane: { mean, midX, midY, slopeX, slopeY } })
    // it was closed meanwhile
    .catch(() => null);
  const name = nameOfRegion(region, 0);
  const words = how === 'plane' ? `flattened to ${name}` : `level with ${name}`;
  return (
    made && {
      ...map,
      ...{ key: `${FLAT}${map.key}`, title: `${map.title}, ${words}`, ...made },
      ...noiseOf(map, region, plane, words),
    }
  );
}

/** What was taken out is uncertain, too: alike in all pixels, more so far from the region. */
function noiseOf(
  { sigma, about, cols, commonSigma: before = () => 0, ...map }: ShownMap,
  region: Region,
  plane: RegionPlane,
  words: string,
): Pick<ShownMap, 'sigma' | 'about'> & { readonly commonSigma?: (at: number) => number } {
  const level =
    regionStatistics({ ...map, sigma, about, cols, commonSigma: before }, region)?.meanSigma ?? null;
  if (!sigma || level === null) return { sigma: null, about };
  const taken = (at: number) => level * Math.sqrt(plane.leverage(at % cols, Math.floor(at / cols)));
  return {
    commonSigma: (at) => Math.hypot(before(at), taken(at)),
    sigma: (at) => Math.hypot(sigma(at), taken(at)),
    about: `${about} The map is ${words}: how sure that is, is in ±.`,
  };
}
