import type { MapName, OpenedPackage, PackageMap } from '../package/opened-package.ts';
import { labelMap } from '../package/label-map.ts';
import { computer } from '../worker/computer.ts';
import type { EngineResult } from './engine-message.ts';

/** What the engine made, as a package would lie open: the viewer tells the two apart by `origin`. */
export async function openLocal(name: string, made: EngineResult): Promise<OpenedPackage> {
  const { report, pixelSizeUm, field } = made;
  const names = Object.keys(made.maps) as MapName[];
  const held = await computer().call('hold', { maps: names.map((map) => made.maps[map]!), field });
  const maps: Partial<Record<MapName, PackageMap>> = {};
  names.forEach((map, index) => {
    const { rows, cols, data } = made.maps[map]!;
    maps[map] = { id: held.maps[index]!, ...labelMap(map), rows, cols, values: data };
  });
  const { rows, cols } = made.maps.phase!;
  const ids = [...held.maps, held.field];
  return {
    ...{ name, bytes: 0, origin: 'page', report, pixelSizeUm, maps, rows, cols },
    ...{ inspection: null, field: { id: held.field }, previews: {}, reportPage: null },
    close: () => void computer().call('release', { ids }),
  };
}
