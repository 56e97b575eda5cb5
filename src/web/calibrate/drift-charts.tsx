import { useState } from 'preact/hooks';
import { listManyProfiles, type Profile } from '../api/calibration.ts';
import { timeInWords } from '../shell/amounts.ts';
import { useAnswer } from '../shell/use-answer.ts';
import {
  agrees,
  checksIn,
  checksOf,
  driftOf,
  type KeptCheck,
  type RigDrift,
  type DriftPoint,
} from './drift-points.ts';
import { withSigma } from './profile-values.ts';

/** Whether the rig still is what a profile says, as later and earlier calibrations with the same part show. */
export function DriftCharts({ apiKey, profile }: { readonly apiKey: string; readonly profile: Profile }) {
  const { answer } = useAnswer(() => listManyProfiles(apiKey), profile.profile_id);
  const [checks, setChecks] = useState<readonly KeptCheck[]>([]);
  const [failed, setFailed] = useState(false);
  const { own, others } = checksOf(profile, checks);
  const drifts = driftOf(profile, answer?.items ?? [], own);
  const isOnce = drifts.every(({ points, refusals }) => points.length + refusals.length < 2);
  const read = async (file: File | undefined): Promise<void> => {
    const found = file ? checksIn(await file.text()) : null;
    setFailed(file !== undefined && found === null);
    if (found) setChecks(found);
  };
  return (
    <section aria-label="Drift">
      <h2>Drift</h2>
      {isOnce ? (
        <p class="small">
          One calibration of this rig so far. Record the same target again from time to time, and whenever the
          rig was touched: here you will see whether it has moved.
        </p>
      ) : (
        drifts.map((drift) => <DriftChart key={drift.name} drift={drift} />)
      )}
      <p class="small">
        <label>
          Add the record of <code>leith calibrate --check</code>:{' '}
          <input
            type="file"
            accept=".jsonl"
            onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
          />
        </label>
        {others > 0 && (
          <span role="alert">
            {' '}
            {others} of its {checks.length} {checks.length === 1 ? 'check' : 'checks'} compared with another
            profile than this one, and are not shown.
          </span>
        )}
        {failed && <span role="alert"> This file is no record of checks (.drift.jsonl).</span>}
      </p>
    </section>
  );
}

const SIZE = { width: 560, height: 190, left: 12, right: 12, top: 14, bottom: 30 };

/** What a drift comes to, in words. */
function inWords({ label, points, refusals }: RigDrift): string {
  const moved = points.filter((point) => !agrees(point)).length;
  const others = points.length - 1;
  const refused =
    refusals.length === 0
      ? ''
      : `${others > 0 ? '; ' : ''}${refusals.length} ${refusals.length === 1 ? 'frame was' : 'frames were'} refused`;
  if (moved > 0)
    return `${label}: ${moved} of ${others} other calibrations do not agree with this one${refused}`;
  const same = others === 1 ? 'the other calibration agrees' : `all ${others} others agree`;
  return `${label}: ${others === 0 ? '' : `${same} with this one`}${refused}`;
}

function DriftChart({ drift }: { readonly drift: RigDrift }) {
  const { points, refusals, unit } = drift;
  const here = points.find(({ e_n }) => e_n === null)!;
  const times = [...points, ...refusals].map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const low = Math.min(...points.map(({ value, expanded }) => value - expanded));
  const high = Math.max(...points.map(({ value, expanded }) => value + expanded));
  const { width, height, left, right, top, bottom } = SIZE;
  const x = (at: number) => {
    const share = last > first ? (at - first) / (last - first) : 0.5;
    return left + 20 + share * (width - left - right - 40);
  };
  const y = (value: number) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return height - bottom - share * (height - top - bottom);
  };
  return (
    <figure class="drift">
      <figcaption>
        {inWords(drift)} ({withSigma({ value: here.value, sigma: here.expanded / 2 }, unit)}). Bars and band
        are two standard uncertainties of what can differ.
        {refusals.length > 0 && ' A dashed line is a frame that was refused, which has no value.'}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={inWords(drift)}>
        <rect
          class="band"
          {...{ x: left, width: width - left - right, y: y(here.value + here.expanded) }}
          height={y(here.value - here.expanded) - y(here.value + here.expanded)}
        />
        <line class="level" x1={left} x2={width - right} y1={y(here.value)} y2={y(here.value)} />
        {refusals.map(({ at, reason }) => (
          <line key={at} class="refused" x1={x(at)} x2={x(at)} y1={top} y2={height - bottom}>
            <title>{`${timeInWords(new Date(at).toISOString())}: refused. ${reason}`}</title>
          </line>
        ))}
        {points.map((point) => (
          <Point key={point.at} {...{ point, unit }} x={x(point.at)} {...yOf(point, y)} />
        ))}
        <text x={left} y={height - 8}>
          {timeInWords(new Date(first).toISOString())}
        </text>
        <text x={width - right} y={height - 8} text-anchor="end">
          {timeInWords(new Date(last).toISOString())}
        </text>
      </svg>
    </figure>
  );
}

function yOf({ value, expanded }: DriftPoint, y: (value: number) => number) {
  return { y: y(value), from: y(value - expanded), to: y(value + expanded) };
}

interface PointProps {
  readonly point: DriftPoint;
  readonly unit: string;
  readonly x: number;
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

/** A dot, a ring for the profile that is looked at, a cross for one that does not agree. */
function Point({ point, unit, x, y, from, to }: PointProps) {
  const { at, value, expanded, e_n } = point;
  const when = timeInWords(new Date(at).toISOString());
  const against = e_n === null ? 'this profile' : `E_n ${e_n.toFixed(2)}`;
  return (
    <g class={agrees(point) ? 'same' : 'moved'}>
      <title>{`${when}: ${withSigma({ value, sigma: expanded / 2 }, unit)}, ${against}`}</title>
      <line x1={x} x2={x} y1={from} y2={to} />
      {agrees(point) ? (
        <circle cx={x} cy={y} r={e_n === null ? 6 : 4} class={e_n === null ? 'own' : undefined} />
      ) : (
        <path d={`M${x - 5} ${y - 5}l10 10m0 -10l-10 10`} />
      )}
    </g>
  );
}
