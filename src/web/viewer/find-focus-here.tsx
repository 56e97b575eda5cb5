import { useMemo, useState } from 'preact/hooks';
import type { FocusHere } from '../worker/protocol.ts';
import { formatValue, formatWithSigma } from './format-value.ts';
import type { Region } from './marks-on-map.ts';
import { axisOf, Plot, usePlotColours } from './plot.tsx';
import type { RefocusState } from './use-refocus.ts';

export interface FindFocusHereProps {
  readonly refocus: RefocusState;
  /** what was drawn first; undefined: nothing */
  readonly region: Region | undefined;
  /** samples of the field in a pixel of the map on which it was drawn */
  readonly scale: number;
  readonly reach: number;
  readonly go: (shift_mm: number) => void;
}

/** Looks for the distance at which the map, or the first region on it, is sharpest, and goes there. */
export function FindFocusHere({ refocus, region, scale, reach, go }: FindFocusHereProps) {
  const [found, setFound] = useState<FocusHere | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const find = async (): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    try {
      const of = (value: number) => Math.round(scale * value);
      const where = region
        ? { x: of(region.x), y: of(region.y), width: of(region.width), height: of(region.height) }
        : null;
      const focus = await refocus.find(where, reach);
      setFound(focus);
      go(focus.shift_mm);
    } catch (cause) {
      setTrouble((cause as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div class="panel-buttons">
        <button type="button" onClick={() => void find()} disabled={busy} data-control="find-focus">
          {busy ? 'Looking for the focus …' : region ? 'Find the focus of region A' : 'Find the focus'}
        </button>
      </div>
      {trouble && <p role="alert">{trouble}</p>}
      {found && <Found found={found} z_mm={refocus.start!.z_mm} />}
    </>
  );
}

function Found({ found, z_mm }: { readonly found: FocusHere; readonly z_mm: number }) {
  const at = formatWithSigma(z_mm + found.shift_mm, found.sigma_mm, 'mm');
  const { curve } = found;
  const data = useMemo(() => [curve.shift_mm.map((shift) => z_mm + shift), [...curve.value]], [found, z_mm]);
  const colours = usePlotColours();
  const axis = axisOf(colours);
  return (
    <>
      <p class="step-height" role="status">
        Sharpest at <output>{at}</output>
        {found.doubts.length === 0 ? '.' : '; look before you believe it:'}
      </p>
      {found.doubts.length > 0 && (
        <ul class="small">
          {found.doubts.map((doubt) => (
            <li key={doubt}>{atOwnDistance(doubt, z_mm)}</li>
          ))}
        </ul>
      )}
      <Plot
        kind={`focus here ${colours.ink}`}
        label={`${curve.metric} over distance, smallest in focus: at ${at}`}
        data={data as [number[], number[]]}
        height={150}
        options={{
          scales: { x: { time: false } },
          legend: { show: false },
          series: [{ label: 'mm' }, { label: curve.metric, stroke: colours.accent, width: 1.5 }],
          axes: [
            { ...axis, label: 'Distance, mm' },
            { ...axis, size: 56 },
          ],
        }}
      />
    </>
  );
}

/** The search knows distances from the field's own plane; people know those of the sample. */
function atOwnDistance(doubt: string, z_mm: number): string {
  return doubt.replaceAll(/-?\d+\.\d{4}(?= mm)/g, (shift) => formatValue(z_mm + Number(shift)));
}
