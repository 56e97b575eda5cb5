import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { fetchPackage } from '../api/results.ts';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { openPackage } from '../worker/open-package.ts';
import { computer } from '../worker/computer.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import { MapCanvas } from './map-canvas.tsx';
import { shownMaps, type ShownMap } from './shown-map.ts';
import type { Change } from './use-map-state.ts';
import { usePainted } from './use-painted.ts';
import type { MapPoint } from './view.ts';
import type { ViewStore } from './view-store.ts';

/** A second result beside the first. */
export interface Comparison {
  readonly other: OpenedPackage | null;
  /** its map of the kind in sight; null: it has none */
  readonly beside: ShownMap | null;
  /** first less second, of the map it was asked for */
  readonly difference: ShownMap | null;
  /** the map in sight in both, where they have one size */
  readonly pair: readonly [ShownMap, ShownMap] | null;
  readonly trouble: string | null;
  readonly open: (file: File) => void;
  /** a result without an account, by its identifier or an address with it */
  readonly fetch: (text: string) => Promise<void>;
  readonly close: () => void;
  /** @returns the key of the new map */
  readonly subtract: () => Promise<string | null>;
}

export function useComparison(own: readonly ShownMap[], chosen: string): Comparison {
  const [other, setOther] = useState<OpenedPackage | null>(null);
  const [difference, setDifference] = useState<ShownMap | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const theirs = useMemo(() => (other ? shownMaps(other) : []), [other]);
  const beside = theirs.find(({ key }) => key === chosen) ?? null;
  const first = own.find(({ key }) => key === chosen);
  const fits = first && beside && first.rows === beside.rows && first.cols === beside.cols;
  const pair = fits ? ([first, beside] as const) : null;
  useEffect(() => () => other?.close(), [other]);
  useEffect(
    () => () => void (difference && computer().call('release', { ids: [difference.id] })),
    [difference],
  );
  const replace = (next: OpenedPackage | null, message: string | null) => {
    setDifference(null);
    setOther(next);
    setTrouble(message);
  };
  return {
    ...{ other, beside, difference, pair, trouble },
    open: (file) =>
      void openPackage(file, { name: file.name }).then(
        (next) => replace(next, null),
        (cause: Error) => replace(null, cause.message),
      ),
    async fetch(text) {
      const id = /evr_[a-z0-9]+/.exec(text)?.[0];
      if (id === undefined)
        return replace(null, 'That holds no identifier of a result: it begins with evr_.');
      try {
        const { zip } = await fetchPackage(id, { apiKey: null, onProgress: () => undefined });
        replace(await openPackage(new Blob([zip]), { name: id }), null);
      } catch (cause) {
        replace(null, (cause as Error).message);
      }
    },
    close: () => replace(null, null),
    async subtract() {
      if (!pair) return null;
      const made = await subtract(pair);
      setDifference(made);
      return made.key;
    },
  };
}

/** First less second, wrapped to a turn where values repeat; the uncertainty of both. */
async function subtract([a, b]: readonly [ShownMap, ShownMap]): Promise<ShownMap> {
  const { id, values } = await computer().call('difference', { a: a.id, b: b.id, wrap: a.cyclic });
  const [first, second] = [a.sigma, b.sigma];
  return {
    ...a,
    ...{ key: `difference_${a.key}`, title: `Difference of ${a.title.toLowerCase()}`, id, values },
    ...{ colours: 'diverging', cyclic: false },
    keptByMean: keptByBoth(a, b),
    ...commonOfBoth(a, b),
    sigma: first && second ? (at) => Math.hypot(first(at), second(at)) : null,
    about: first && second ? `± is that of both results together. ${a.about}` : (first ? b : a).about,
  };
}

/** What does not average out in either of them does not in their difference. */
function commonOfBoth(
  { commonSigma: a }: ShownMap,
  { commonSigma: b }: ShownMap,
): Pick<ShownMap, 'commonSigma'> {
  return a || b ? { commonSigma: (at) => Math.hypot(a?.(at) ?? 0, b?.(at) ?? 0) } : {};
}

/** A mean is as sure as that of the less sure of two maps. */
function keptByBoth({ keptByMean: a }: ShownMap, { keptByMean: b }: ShownMap): ShownMap['keptByMean'] {
  return a && b && ((pixels) => Math.max(a(pixels), b(pixels)));
}

interface ComparedProps {
  readonly map: ShownMap;
  readonly store: ViewStore;
  readonly range: Limits | null;
  readonly colours: ColourName;
  readonly point: MapPoint | null;
  readonly setPoint: (point: MapPoint | null) => void;
}

/** The second result’s map, in the same colours, moving with the first. */
export function Compared({ map, store, range, colours, setPoint }: ComparedProps) {
  const picture = usePainted({ id: map.id, series: `other ${map.id}` }, colours, range);
  return (
    <MapCanvas
      label={`${map.title} of the other result`}
      bitmap={picture?.bitmap ?? null}
      {...{ store, pixelSizeUm: map.pixelSizeUm.x }}
      map={{ width: map.cols, height: map.rows }}
      overlay={{ lines: [], regions: [] }}
      onPoint={setPoint}
      onMark={null}
      onGrab={() => null}
    />
  );
}

/** Results without an account are found by what one has written down of them. */
function FetchOther({ comparison }: { readonly comparison: Comparison }) {
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const fetch = async (): Promise<void> => {
    setBusy(true);
    await comparison.fetch(text).finally(() => setBusy(false));
  };
  return (
    <div class="compare-open">
      <label for={id}>Or the address or identifier of a result without an account</label>
      <input id={id} type="text" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="button" disabled={busy || text.trim() === ''} onClick={() => void fetch()}>
        {busy ? 'Fetching …' : 'Fetch it'}
      </button>
    </div>
  );
}

interface ComparePanelProps {
  readonly comparison: Comparison;
  readonly opened: OpenedPackage;
  readonly change: Change;
}

/** Opens a second result, and subtracts it. */
export function ComparePanel({ comparison, opened, change }: ComparePanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const { other, beside, pair, trouble, difference } = comparison;
  const open = (files: FileList | null) => files?.[0] && comparison.open(files[0]);
  const subtract = async () => {
    const key = await comparison.subtract();
    if (key) change({ chosen: key });
  };
  if (!other) {
    return (
      <>
        <label class="compare-open">
          Another result (ZIP)
          <input
            ref={input}
            type="file"
            accept=".zip,application/zip"
            onChange={(event) => open(event.currentTarget.files)}
          />
        </label>
        <FetchOther comparison={comparison} />
        {trouble && <p role="alert">{trouble}</p>}
      </>
    );
  }
  return (
    <>
      <p>
        {beside || difference ? (
          <>
            Beside <strong>{opened.name}</strong>: <strong>{other.name}</strong>, in the same colours.
          </>
        ) : (
          'The other result has no map of this kind.'
        )}
      </p>
      {beside && !pair && <p class="small">The two maps differ in size, so they cannot be subtracted.</p>}
      <div class="panel-buttons">
        <button type="button" disabled={!pair} onClick={() => void subtract()} data-control="difference">
          Show the difference
        </button>
        <button type="button" onClick={comparison.close}>
          Close {other.name}
        </button>
      </div>
    </>
  );
}
