import type { MapName, OpenedPackage, PackageMap } from '../package/opened-package.ts';
import { labelMap } from '../package/label-map.ts';
import { computer } from '../worker/computer.ts';
import type { EngineResult } from './engine-message.ts';

/** What the engine made, as a package would lie open: the viewer tells the two apart by `origin`. */
export function openLocal(
  name: string,
  { report, pixelSizeUm, maps: made, held }: EngineResult,
): OpenedPackage {
  const maps: Partial<Record<MapName, PackageMap>> = {};
  Object.entries(made).forEach(([key, { rows, cols, data }], index) => {
    const map = key as MapName;
    maps[map] = { id: held.maps[index]!, ...labelMap(map), rows, cols, values: data };
  });
  const { rows, cols } = made.phase!;
  const ids = [...held.maps, held.field];
  return {
    ...{ name, bytes: 0, origin: 'page', report, pixelSizeUm, maps, rows, cols },
    ...{ inspection: null, field: { id: held.field }, previews: {}, reportPage: null, parts: null },
    close: () => void computer().call('release', { ids }),
  };
}
