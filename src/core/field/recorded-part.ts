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
  /** of its first sample among the frame's, and from there to the next line and to the next place of it */
  readonly first: number;
  readonly next: number;
  readonly step: number;
}

/** A line of a frame: its first sample, and from one to the next. */
interface Line {
  readonly from: number;
  readonly step: number;
  readonly length: number;
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
  const rows = { lines: height, length: width, step: 1 };
  const cols = { lines: width, length: height, step: width };
  const widthOf = (side: Side) => emptyLines(samples, level, side);
  const top = widthOf({ ...rows, first: 0, next: width });
  const bottom = widthOf({ ...rows, first: (height - 1) * width, next: -width });
  const left = widthOf({ ...cols, first: 0, next: 1 });
  const right = widthOf({ ...cols, first: width - 1, next: -1 });
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
function emptyLines(samples: Frame['samples'], level: number, side: Side): number {
  const { lines, first, next, step, length } = side;
  const most = Math.floor(MOST * lines);
  const value = samples[first]!;
  const lineAt = (line: number) => ({ from: first + line * next, step, length });
  let [run, brightest] = [0, 0];
  for (; run < most; run += 1) {
    const mean = meanOf(samples, lineAt(run));
    if (mean >= UNLIT * level && shareAlike(samples, lineAt(run), value) < ONE_VALUE) break;
    brightest = Math.max(brightest, mean);
  }
  const beyond = lineAt(run + EDGE);
  if (run === 0 || run === most || !showsAlong(samples, beyond, value, UNLIT * level)) return 0;
  const beside = meanOf(samples, beyond);
  const isDark = brightest < UNLIT * beside;
  const isOther = run >= LEAST_EVEN && Math.abs(brightest - beside) > UNLIT * beside;
  return isDark || isOther ? run + EDGE : 0;
}

function meanOf(samples: Frame['samples'], { from, step, length }: Line): number {
  let sum = 0;
  for (let k = 0, at = from; k < length; k++, at += step) sum += Math.abs(samples[at]!);
  return sum / length;
}

function shareAlike(samples: Frame['samples'], { from, step, length }: Line, value: number): number {
  let same = 0;
  for (let k = 0, at = from; k < length; k++, at += step) if (samples[at] === value) same += 1;
  return same / length;
}

/** Beside a round field a line shows the scene on a short chord, ever less of it. */
function showsAlong(
  samples: Frame['samples'],
  { from, step, length }: Line,
  value: number,
  lit: number,
): boolean {
  let count = 0;
  for (let k = 0, at = from; k < length; k++, at += step)
    if (samples[at] !== value && Math.abs(samples[at]!) >= lit) count++;
  return count > length / 2;
}
