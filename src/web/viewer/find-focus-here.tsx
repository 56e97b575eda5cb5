import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FocusHere } from '../worker/protocol.ts';
import { AskAt, type AskAtProps } from './ask-at.tsx';
import { windowAround } from './asked-distances.ts';
import { formatValue, formatWithSigma } from './format-value.ts';
import { nameOfRegion, type Region } from './marks-on-map.ts';
import { axisOf, lowerAxisOf, Plot, usePlotColours } from './plot.tsx';
import type { Change, MapState } from './use-map-state.ts';
import type { RefocusState } from './use-refocus.ts';

export interface FindFocusHereProps extends Pick<AskAtProps, 'opened' | 'onTry'> {
  readonly refocus: RefocusState;
  readonly state: MapState;
  readonly change: Change;
  /** samples of the field in a pixel of the map on which it was drawn */
  readonly scale: number;
  readonly reach: number;
  readonly go: (shift_mm: number) => void;
}

/** map pixels to either side of a click that are looked at */
const AROUND = 24;

/** Looks for the distance at which the map, the first region on it, or what was clicked, is sharpest, and goes there. */
export function FindFocusHere({ state, change, ...props }: FindFocusHereProps) {
  const { refocus, scale, reach, go } = props;
  const { focusAt, tool } = state;
  const region = state.regions[0];
  const [found, setFound] = useState<FocusHere | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const find = async (region: Region | undefined): Promise<void> => {
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
  useEffect(() => {
    if (!focusAt) return;
    const corner = { x: Math.max(0, focusAt.x - AROUND), y: Math.max(0, focusAt.y - AROUND) };
    void find({ ...corner, width: 2 * AROUND, height: 2 * AROUND });
  }, [focusAt]);
  const clicking = tool === 'focus';
  return (
    <>
      <div class="panel-buttons">
        <button type="button" onClick={() => void find(region)} disabled={busy} data-control="find-focus">
          {busy
            ? 'Looking for the focus …'
            : `Find the focus${region ? ` of ${nameOfRegion(region, 0)}` : ''}`}
        </button>
        <button
          type="button"
          aria-pressed={clicking}
          onClick={() => change({ tool: clicking ? 'move' : 'focus' })}
          data-control="focus-click"
        >
          {clicking ? 'Click it on the map' : 'Of what I click'}
        </button>
      </div>
      {trouble && <p role="alert">{trouble}</p>}
      {found && <Found {...props} found={found} />}
    </>
  );
}

interface FoundProps extends Pick<FindFocusHereProps, 'opened' | 'onTry' | 'refocus'> {
  readonly found: FocusHere;
}

function Found({ found, opened, onTry, refocus }: FoundProps) {
  const { z_mm, depth_mm } = refocus.start!;
  const asked = windowAround(z_mm + found.shift_mm, found.sigma_mm, depth_mm);
  const at = formatWithSigma(z_mm + found.shift_mm, found.sigma_mm, 'mm');
  const { curve } = found;
  const data = useMemo(() => [curve.shift_mm.map((shift) => z_mm + shift), [...curve.value]], [found, z_mm]);
  const colours = usePlotColours();
  const axis = axisOf(colours);
  return (
    <>
      <p class="step-height" role="status">
        Sharpest at <output>{at}</output>
        {found.doubts.length === 0 ? '.' : '; look before you believe it:'}{' '}
        <AskAt {...{ opened, onTry }} fields={asked} control="focus-window">
          {`Have it searched from ${asked.z_min_mm} to ${asked.z_max_mm} mm`}
        </AskAt>
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
            { ...lowerAxisOf(colours), label: 'Distance, mm' },
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
