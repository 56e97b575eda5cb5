import { overRegion } from '../../core/uncertainty/mean-variance.ts';
import { samplesOf, type MarkedPlace } from './marked-place.ts';
import type { ListedFrame, SequenceMapName, SequenceReader } from './sequence-reader.ts';

/** A quantity over all frames. */
export interface PlaceCourse {
  /** null: the frame could not be read */
  readonly mean: readonly (number | null)[];
  /** one standard deviation of each; null where none is known */
  readonly sigma: readonly (number | null)[];
  /** frames × samples, for a line */
  readonly samples: Float32Array;
  readonly count: number;
}

/** Reads the course of a place. @throws Error, Cancelled */
export async function courseOf(
  reader: SequenceReader,
  map: SequenceMapName,
  place: MarkedPlace,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<PlaceCourse> {
  const places = samplesOf(place);
  const samples = await reader.courses(map, places, onProgress, signal);
  const count = places.length;
  const mean = reader.frames.map((_, t) => meanOf(samples.subarray(t * count, (t + 1) * count)));
  const usual = map === 'phase' ? sigmaOf(reader, place) : null;
  const sigma = reader.frames.map(({ sigmaFactor }, t) =>
    usual === null || mean[t] === null || !Number.isFinite(sigmaFactor) ? null : usual * sigmaFactor,
  );
  return { mean, sigma, samples, count };
}

function meanOf(values: Float32Array): number | null {
  const sum = values.reduce((total, value) => total + value, 0);
  return Number.isFinite(sum) ? sum / values.length : null;
}

/** rad, of the place's mean in a frame of the usual light; null: not known */
function sigmaOf({ uncertainty, report, pixelSizeUm }: SequenceReader, place: MarkedPlace): number | null {
  if (!uncertainty) return null;
  const squares = samplesOf(place).map(({ x, y }) => {
    const sigma = uncertainty.data[y * uncertainty.cols + x]!;
    return sigma * sigma;
  });
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  if (place.kind !== 'region') return Math.sqrt(mean);
  const { from, to } = place;
  const area = (Math.abs(to.x - from.x) + 1) * (Math.abs(to.y - from.y) + 1) * pixelSizeUm.x * pixelSizeUm.y;
  return Math.sqrt(mean * (overRegion(report.uncertainty)?.kept(area) ?? 1));
}

/** A course as it is drawn: what does not belong would hide the rest, for a dark frame holds any number of turns. */
export function curveOf(frames: readonly Pick<ListedFrame, 'flags'>[], { mean: all, sigma }: PlaceCourse) {
  const mean = all.map((value, t) => (frames[t]!.flags === '' ? value : null));
  const bound = (sign: number) =>
    mean.map((value, t) => (value === null || sigma[t] === null ? null : value + sign * sigma[t]!));
  return { mean, low: bound(-1), high: bound(1) };
}

/** A table of a course, for a spreadsheet. */
export function courseTable({ frames }: SequenceReader, { mean, sigma }: PlaceCourse, unit: string): string {
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(Number(value.toPrecision(7)));
  const head = `frame,time_s,value_${unit},sigma_${unit},flags`;
  const lines = frames.map(({ time, flags }, t) =>
    [t, number(time), number(mean[t]), number(sigma[t]), flags].join(),
  );
  return `${[head, ...lines].join('\n')}\n`;
}
