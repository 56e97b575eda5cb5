import { useEffect, useState } from 'preact/hooks';
import { pictureSize } from '../../formats/preview/map-picture.ts';
import { sheetCorner } from '../../formats/preview/sheet.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ShownMap } from './shown-map.ts';

/** Which picture of a package shows a map, by the map's name. */
const pictures: Readonly<Record<string, string>> = {
  phase: 'phase',
  amplitude: 'amplitude',
  phase_uncertainty: 'uncertainty',
  height: 'height',
};

/** Whether the package has a picture of this map. */
export const hasPicture = ({ previews }: OpenedPackage, { key }: ShownMap): boolean =>
  previews[pictures[key] ?? ''] !== undefined;

/** The picture of a map as the package has it, without its title and bars; null: it has none, or it is not here. */
export function useStandIn({ previews }: OpenedPackage, map: ShownMap): ImageBitmap | null {
  const png = map.values ? undefined : previews[pictures[map.key] ?? ''];
  const [picture, setPicture] = useState<{ readonly png: Blob; readonly bitmap: ImageBitmap } | null>(null);
  useEffect(() => {
    if (!png) return;
    let wanted = true;
    const { rows, cols } = pictureSize(map, map.pixelSizeUm);
    const { x, y } = sheetCorner();
    createImageBitmap(png, x, y, cols, rows).then(
      (bitmap) => (wanted ? setPicture({ png, bitmap }) : bitmap.close()),
      () => undefined,
    );
    return () => void (wanted = false);
  }, [png]);
  useEffect(() => () => picture?.bitmap.close(), [picture]);
  return png && picture?.png === png ? picture.bitmap : null;
}
