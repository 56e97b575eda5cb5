import { limits } from '../limits/limits.ts';
import type { Crop, Frame, Frames } from './frame.ts';

/**
 * Share of the light beside it that a place without light has at most, its black level and noise. Light that is diffracted falls to
 * it over more pixels than two but from what lies in the sensor.
 */
export const UNLIT = 1 / 20;
/** No side takes more of a frame than this: what does is more than a border. */
const MOST = 1 / 4;
/** px: one line may be cut through by the border's edge. */
const EDGE = 1;
/** Share of a line that holds one value where it is of a border, words and ticks of a figure in it or not. */
export const ONE_VALUE = 3 / 4;
/** Lines of one value that are a border: a single one may be chance. */
const LEAST_EVEN = 2;

/** The lines of a frame along one side, from without. */
interface Side {
  readonly lines: number;
  readonly length: number;
  /** of a sample among the frame's */
  readonly at: (line: number, place: number) => number;
}

/**
 * The frames with what they show of the scene, where sides of the hologram or of its background frame hold nothing: lines that
 * are dark, or all of one value, as scanners, masks and other programs leave them, and end from one pixel to the next. Shadows do
 * not: light is diffracted into them. In-line such an edge would be the strongest thing in the frame, and off-axis it reaches into
 * the filter as lines through the middle of the spectrum.
 */
export function recordedFrames<Of extends Frames>(frames: Of): Of {
  const { hologram, background } = frames;
  if (hologram.recorded) return frames;
  const parts = [hologram, ...(background ? [background] : [])].map(recordedPart);
  const left = Math.max(...parts.map(({ x }) => x));
  const top = Math.max(...parts.map(({ y }) => y));
  const right = Math.min(...parts.map(({ x, width }) => x + width));
  const bottom = Math.min(...parts.map(({ y, height }) => y + height));
  const recorded = { x: left, y: top, width: right - left, height: bottom - top };
  const isAll = recorded.width === hologram.width && recorded.height === hologram.height;
  if (isAll || Math.min(recorded.width, recorded.height) < limits.frame_side_px.min) return frames;
  const { furtherFrames } = frames;
  return {
    ...frames,
    hologram: { ...hologram, recorded },
    background: background && { ...background, recorded },
    // asked for one after the other, as the frames themselves
    ...(furtherFrames && {
      furtherFrames: {
        *[Symbol.iterator]() {
          for (const frame of furtherFrames) yield { ...frame, recorded };
        },
      },
    }),
  };
}

/** What a frame's sides were left out for; null: they were not. */
export function blankSideWords({
  width,
  height,
  recorded,
}: Pick<Frame, 'width' | 'height' | 'recorded'>): string | null {
  if (!recorded) return null;
  const { x, y } = recorded;
  const [right, bottom] = [width - x - recorded.width, height - y - recorded.height];
  return `The frame’s sides hold nothing: ${x} px on the left, ${right} on the right, ${y} at the top and ${bottom} at the bottom are dark or of one value. They were left out, as their edges would disturb what lies beside: results begin at pixel (${x}, ${y}) of the frame.`;
}

/** A frame without the sides of its own that hold nothing. */
export function recordedPart(frame: Pick<Frame, 'width' | 'height' | 'samples'>): Crop {
  const { width, height, samples } = frame;
  let sum = 0;
  for (let from = 0; from < samples.length; from += width) sum = withSizes(samples, from, from + width, sum);
  const level = sum / samples.length;
  const rows = { lines: height, length: width };
  const cols = { lines: width, length: height };
  const widthOf = (side: Side) => emptyLines(samples, level, side);
  const top = widthOf({ ...rows, at: (line, place) => line * width + place });
  const bottom = widthOf({ ...rows, at: (line, place) => (height - 1 - line) * width + place });
  const left = widthOf({ ...cols, at: (line, place) => place * width + line });
  const right = widthOf({ ...cols, at: (line, place) => place * width + width - 1 - line });
  return { x: left, y: top, width: width - left - right, height: height - top - bottom };
}

/** `before` and the samples from one to another, without their sign. */
function withSizes(samples: Frame['samples'], from: number, to: number, before: number): number {
  let sum = before;
  // an addition waits for the one before: of two sums each has the time of the other
  let next = 0;
  for (let k = from + 1; k < to; k += 2) {
    sum += Math.abs(samples[k - 1]!);
    next += Math.abs(samples[k]!);
  }
  return sum + next + ((to - from) % 2 === 1 ? Math.abs(samples[to - 1]!) : 0);
}

/** @param level mean of the frame's samples, without their sign */
function emptyLines(samples: Frame['samples'], level: number, { lines, length, at }: Side): number {
  const most = Math.floor(MOST * lines);
  const first = samples[at(0, 0)]!;
  const meanOf = (line: number) => {
    let sum = 0;
    for (let k = 0; k < length; k++) sum += Math.abs(samples[at(line, k)]!);
    return sum / length;
  };
  const shareAlike = (line: number) => {
    let same = 0;
    for (let k = 0; k < length; k++) if (samples[at(line, k)] === first) same += 1;
    return same / length;
  };
  // beside a round field a line shows the scene on a short chord, ever less of it
  const showsAlong = (line: number) => {
    let count = 0;
    for (let k = 0; k < length; k++) {
      const sample = samples[at(line, k)]!;
      if (sample !== first && Math.abs(sample) >= UNLIT * level) count++;
    }
    return count > length / 2;
  };
  let [run, brightest] = [0, 0];
  for (; run < most; run += 1) {
    const mean = meanOf(run);
    if (mean >= UNLIT * level && shareAlike(run) < ONE_VALUE) break;
    brightest = Math.max(brightest, mean);
  }
  if (run === 0 || run === most || !showsAlong(run + EDGE)) return 0;
  const beside = meanOf(run + EDGE);
  const isDark = brightest < UNLIT * beside;
  const isOther = run >= LEAST_EVEN && Math.abs(brightest - beside) > UNLIT * beside;
  return isDark || isOther ? run + EDGE : 0;
}
