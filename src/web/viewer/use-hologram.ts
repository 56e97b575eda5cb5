import type { Channel } from '../../formats/decode/samples/grey.ts';
import { useEffect, useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import { computer } from '../worker/computer.ts';
import type { ShownMap } from './shown-map.ts';

/** The user's own frame as a map beside those of the package; null until it is read, and where it can't be. */
export function useHologram(file: File | null, opened: OpenedPackage): ShownMap | null {
  const [frame, setFrame] = useState<ShownMap | null>(null);
  useEffect(() => {
    setFrame(null);
    if (!file) return;
    let held: number | null = null;
    let wanted = true;
    computer()
      .call('frameMap', { file, index: ofStack(opened) ? 0 : null, channel: takenChannel(opened) })
      .then(({ id, rows, cols, values, frames }) => {
        held = id;
        if (!wanted) return void computer().call('release', { ids: [id] });
        const pitch = Number(opened.report.parameters.used.sample_pixel_size_um) || opened.pixelSizeUm.x;
        setFrame({
          ...{
            key: 'hologram',
            title: frames > 1 ? `Hologram, the first of ${frames}` : 'Hologram',
            unit: 'counts',
            id,
            rows,
            cols,
            values,
            sigma: null,
            about: 'Counts are shown as the camera recorded them.',
            keptByMean: null,
          },
          ...{ pixelSizeUm: { x: pitch, y: pitch }, colours: 'grey', cyclic: false },
        });
      })
      // a format that only the service reads
      .catch(() => undefined);
    return () => {
      wanted = false;
      if (held !== null) void computer().call('release', { ids: [held] });
    };
    // of a result that comes part by part the report stays
  }, [file, opened.report]);
  return frame;
}

/** Whether the frame was sent as one of several: then it is the first of its file. */
function ofStack({ report }: OpenedPackage): boolean {
  const { recipe } = report.parameters.used as { readonly recipe?: { readonly stack_z_mm?: unknown } };
  return Array.isArray(recipe?.stack_z_mm);
}

/** The channel that was taken of a frame in colour. */
function takenChannel({ report }: OpenedPackage): Channel | null {
  const { recipe } = report.parameters.used as { readonly recipe?: { readonly channel?: Channel | null } };
  return recipe?.channel ?? null;
}
