import type { FrameSample } from './sequence-reader.ts';

/** What a person asks for a course of: corners in samples, kept within the frame. */
export type MarkedPlace =
  | { readonly kind: 'point'; readonly at: FrameSample }
  | { readonly kind: 'region' | 'line'; readonly from: FrameSample; readonly to: FrameSample };

export type PlaceKind = MarkedPlace['kind'];

/** So many samples of a region are enough for its mean; a larger one is taken every so many samples. */
const MOST_SAMPLES = 4096;
const MOST_ALONG = 1024;

/** The samples of a place, in its order. */
export function samplesOf(place: MarkedPlace): FrameSample[] {
  if (place.kind === 'point') return [place.at];
  const { from, to } = place;
  if (place.kind === 'line') {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = Math.min(MOST_ALONG - 1, Math.max(1, Math.round(length)));
    return Array.from({ length: steps + 1 }, (_, k) => ({
      x: Math.round(from.x + ((to.x - from.x) * k) / steps),
      y: Math.round(from.y + ((to.y - from.y) * k) / steps),
    }));
  }
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const step = Math.max(1, Math.ceil(Math.sqrt(((right - left + 1) * (bottom - top + 1)) / MOST_SAMPLES)));
  const samples: FrameSample[] = [];
  for (let y = top; y <= bottom; y += step) for (let x = left; x <= right; x += step) samples.push({ x, y });
  return samples;
}

/** For people: pixels of the result. */
export function inWords(place: MarkedPlace): string {
  const at = ({ x, y }: FrameSample) => `(${x}, ${y})`;
  if (place.kind === 'point') return `point ${at(place.at)}`;
  return `${place.kind} ${at(place.from)} to ${at(place.to)}`;
}

/** @returns null: it names none */
export function placeOfText(text: string | null): MarkedPlace | null {
  const [kind, ...numbers] = (text ?? '').split(',');
  const [x, y, u, v] = numbers.map(Number);
  if (numbers.some((number) => !/^\d{1,5}$/.test(number))) return null;
  if (kind === 'point' && numbers.length === 2) return { kind, at: { x: x!, y: y! } };
  if ((kind === 'region' || kind === 'line') && numbers.length === 4)
    return { kind, from: { x: x!, y: y! }, to: { x: u!, y: v! } };
  return null;
}

export function textOfPlace(place: MarkedPlace): string {
  const corners = place.kind === 'point' ? [place.at] : [place.from, place.to];
  return [place.kind, ...corners.flatMap(({ x, y }) => [x, y])].join();
}
