import type { Frequency } from '../field/frequency.ts';
import { Problem } from '../problem/problem.ts';
import type { SidebandSettings } from './sideband-settings.ts';

/** The first thing that a gathering of power is not enough of to be a sideband. */
export interface FailedProof {
  /** in words, as the subject of a sentence */
  readonly quantity: string;
  readonly value: number;
  readonly least: number;
}

/** A place that was looked at. */
export interface Seen {
  /** cycles/px */
  readonly carrier: Frequency;
  readonly signalToNoise: number;
  readonly failed: FailedProof;
}

/** The refusal of a spectrum in which no gathering of power passes for a sideband: which they were, what each lacks, and what to do. */
export function nothingFound(
  seen: readonly Seen[],
  { givenSignalToNoise }: SidebandSettings['proof'],
): Problem {
  const places =
    seen.length === 0
      ? 'No place in it stands out from its surroundings.'
      : `Looked at, the strongest first: ${[...new Set(seen.map(describe))].join('; ')}.`;
  const usable = seen.find(({ signalToNoise }) => signalToNoise >= givenSignalToNoise);
  const example = usable ? `carrier_cycles_per_px=${numbers(usable.carrier)}` : 'carrier_cycles_per_px=fx,fy';
  return new Problem(
    'SIDEBAND_NOT_FOUND',
    `The spectrum has no usable sideband. ${places} ` +
      'If this is an in-line hologram, ask for holography_mode=inline. Only if you know that a sideband is there, ' +
      `${example} takes a place without a search, and without a proof. Otherwise check that the fringes are visible and at least two ` +
      'pixels wide.',
  );
}

function describe({ carrier, failed: { quantity, value, least } }: Seen): string {
  return `(${numbers(carrier)}) cycles/px, where ${quantity} is ${short(value)} and ${short(least)} is needed`;
}

function numbers({ x, y }: Frequency): string {
  return `${x.toFixed(4)},${y.toFixed(4)}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
