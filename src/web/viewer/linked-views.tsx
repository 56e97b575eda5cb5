import { useEffect, useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import { MapCanvas } from './map-canvas.tsx';
import { valueAt } from './read-out.tsx';
import type { ShownMap } from './shown-map.ts';
import type { MapState } from './use-map-state.ts';
import { useShown, useWanted } from './use-shown.ts';
import { useStandIn } from './use-stand-in.ts';
import type { MapPoint } from './view.ts';
import type { ViewStore } from './view-store.ts';

interface LinkedViewsProps {
  readonly opened: OpenedPackage;
  readonly maps: readonly ShownMap[];
  readonly state: MapState;
  readonly store: ViewStore;
  readonly point: MapPoint | null;
  readonly setPoint: (point: MapPoint | null) => void;
}

const wanted = ['phase', 'phase_uncertainty', 'amplitude'];

/** Four views of one field: they move together and share one cursor. The spectrum has a plane of its own. */
export function LinkedViews({ opened, maps, ...looking }: LinkedViewsProps) {
  const spectrum = opened.previews.spectrum;
  const first = wanted.flatMap((key) => maps.find((map) => map.key === key) ?? []);
  // what there is of four
  const others = maps.filter((map) => !first.includes(map) && sameSize(map, maps[0]!));
  const seen = [...first, ...others].slice(0, spectrum ? 3 : 4);
  return (
    <div class="linked-views" data-control="linked-views">
      {seen.map((map) => (
        <Pane key={map.key} {...{ opened, map, ...looking }} />
      ))}
      {spectrum && <Spectrum png={spectrum} />}
    </div>
  );
}

function sameSize(a: ShownMap, b: ShownMap): boolean {
  return a.rows === b.rows && a.cols === b.cols;
}

type PaneProps = Omit<LinkedViewsProps, 'maps'> & { readonly map: ShownMap };

function Pane({ opened, map, state, store, point, setPoint }: PaneProps) {
  const { picture } = useShown({ opened, map, state, refocus: null });
  const standIn = useStandIn(opened, map);
  useWanted(opened, map);
  const { lines, regions } = state;
  return (
    <figure data-linked={picture ? map.key : ''}>
      <MapCanvas
        label={`${map.title} of ${opened.name}`}
        bitmap={picture?.bitmap ?? standIn}
        {...{ store, pixelSizeUm: map.pixelSizeUm.x }}
        map={{ width: map.cols, height: map.rows }}
        overlay={{ lines, regions, cursor: point }}
        onPoint={setPoint}
        onMark={null}
        onGrab={() => null}
      />
      <figcaption>
        {map.title} <output>{point ? valueUnder(map, point) : ''}</output>
      </figcaption>
    </figure>
  );
}

function valueUnder(map: ShownMap, point: MapPoint): string {
  const [x, y] = [Math.floor(point.x), Math.floor(point.y)];
  return x < 0 || y < 0 || x >= map.cols || y >= map.rows ? '' : valueAt(map, x, y);
}

function Spectrum({ png }: { readonly png: Blob }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(png);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [png]);
  return (
    <figure>
      <div class="linked-spectrum">
        {address && <img src={address} alt="Spectrum of the hologram, with the filter that was used" />}
      </div>
      <figcaption>Spectrum</figcaption>
    </figure>
  );
}
