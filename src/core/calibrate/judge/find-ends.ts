import { medianInPlace } from '../../fit/median.ts';
import type { Area, Ends, TargetModel } from '../../targets/target-model.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { pitchOf } from '../model/state.ts';
import { picturesOf, seenBox } from './features.ts';
import type { EndSettings } from '../locate/locate-settings.ts';

/** µm: of lines that leave the view */
export const FAR = 1e5;
/** Half as dark as lines are is where one ends: a blur moves that place nowhere. */
const HALF = 0.5;

/** What a fit takes for the frame in focus. */
export function seenIn(found: Pick<FinalFit, 'fit' | 'subject' | 'measured'>): FocusedFrame {
  return { ...found.measured, ...picturesOf(found).seen };
}

/** A frame in focus, levelled: 1 where nothing is in the beam. */
export interface FocusedFrame {
  readonly rows: number;
  readonly cols: number;
  /** camera pixels of a sample */
  readonly cell: number;
  readonly re: ArrayLike<number>;
  readonly im: ArrayLike<number>;
}

/** Where each line that is seen ends, in the order of the lines; and what one step along them is, µm. */
interface ReadEnds {
  readonly lines: readonly {
    readonly name: string;
    readonly x_um: number;
    readonly ends: readonly [End, End];
  }[];
  readonly step_um: number;
}

/**
 * Where the lines of a scale end, each by itself: makers draw every fifth and tenth one longer, as long as they like, and
 * put figures beside them. Seen from the middle of the gaps on either side of it, a line is dark.
 * @param place of the target in the frame
 */
export function endsSeen(
  seen: FocusedFrame,
  place: TargetToFrame,
  model: Required<Pick<TargetModel, 'withLines' | 'lattices'>>,
  drawn: Ends,
  settings: EndSettings,
): Ends {
  const { lines, step_um } = readEnds(seen, place, model, settings);
  const near = settings.window * step_um;
  const ends = new Map(lines.map((line) => [line.name, line.ends]));
  const both = [...ends.values()];
  return (name) => {
    const own = ends.get(name);
    if (!own) return drawn(name);
    const [first, last] = ([0, 1] as const).map((k) => {
      const seen = both.flatMap(({ [k]: { at_um, isOut } }) => (isOut ? [] : [at_um]));
      const { at_um, isOut } = own[k];
      return isOut ? beyond(seen, at_um, k === 0 ? -1 : 1, near) : shared(seen, at_um, near);
    }) as [number, number];
    return [first, last];
  };
}

export function readEnds(
  seen: FocusedFrame,
  place: TargetToFrame,
  { withLines, lattices }: Required<Pick<TargetModel, 'withLines' | 'lattices'>>,
  settings: EndSettings,
): ReadEnds {
  const { rows, cols, cell } = seen;
  const window = seenBox(place, cols * cell, rows * cell);
  const half = lattices[0]!.a.x_um / 2;
  const [a, b, c, d, e, f] = place;
  /** the modulus at a place on the target; NaN: not in view */
  const at = (x: number, y: number): number => {
    const col = Math.floor((a * x + b * y + c + 0.5) / cell);
    const row = Math.floor((d * x + e * y + f + 0.5) / cell);
    if (col < 0 || row < 0 || col >= cols || row >= rows) return NaN;
    const i = row * cols + col;
    return Math.sqrt(seen.re[i]! * seen.re[i]! + seen.im[i]! * seen.im[i]!);
  };
  const step = pitchOf(place) * cell;
  const count = Math.floor((window.bottom_um - window.top_um) / step);
  const lines = withLines(() => [-FAR, FAR]).areas(window);
  const middleOf = ({ shape }: Area) =>
    shape.kind === 'polygon' ? (shape.vertices[0]!.x_um + shape.vertices[1]!.x_um) / 2 : 0;
  const profiles = lines.map((line) => {
    const x = middleOf(line);
    const raw = Array.from({ length: count }, (_, k) => {
      const y = window.top_um + (k + 0.5) * step;
      const gaps = (at(x - half, y) + at(x + half, y)) / 2;
      return 1 - at(x, y) / gaps;
    });
    return smoothed(raw, settings.window);
  });
  const depths = profiles.flatMap((profile) => {
    const inView = profile.filter((v) => Number.isFinite(v));
    return inView.length > settings.window ? [depthOf(inView)] : [];
  });
  if (depths.length === 0) return { lines: [], step_um: step };
  const dark = HALF * medianInPlace(Float64Array.from(depths));
  const found = darkOf(profiles, dark, settings.window).flatMap((stretch, k) => {
    if (!stretch) return [];
    const profile = profiles[k]!;
    const edge = (to: number, isOut: boolean): End => ({ at_um: window.top_um + to * step, isOut });
    const [first, last] = stretch;
    const ends = [edge(first, !known(profile, first - 1)), edge(last, !known(profile, last))] as const;
    return [{ name: lines[k]!.name, x_um: middleOf(lines[k]!), ends }];
  });
  return { lines: found, step_um: step };
}

/**
 * How dark a line is: the middle one of what is more than half as dark as that. However little of what is in view it fills, and whatever it has beside its ends;
 * what is darkest may be a speck.
 */
function depthOf(profile: readonly number[]): number {
  let depth = Math.max(...profile);
  for (;;) {
    const next = medianInPlace(Float64Array.from(profile.filter((v) => v > HALF * depth)));
    if (!(next < depth)) return depth;
    depth = next;
  }
}

/** µm, of a line: where it ends, or where it leaves the view. */
interface End {
  readonly at_um: number;
  readonly isOut: boolean;
}

/** Lines come in few lengths: ends that lie together are one, and each by itself is read off the twin's fringes, too. */
function shared(all: readonly number[], end: number, near: number): number {
  const alike = all.filter((other) => Math.abs(other - end) <= near);
  return alike.reduce((sum, v) => sum + v, 0) / alike.length;
}

/**
 * Where a line ends that leaves the view: where most others do that go farther. Its end throws fringes into the view, those of a line
 * without one are others.
 */
function beyond(all: readonly number[], left: number, side: -1 | 1, near: number): number {
  const farther = all.filter((other) => side * (other - left) > -near);
  const alike = (end: number) => all.filter((other) => Math.abs(other - end) <= near).length;
  const [first, ...rest] = farther;
  if (first === undefined) return side * FAR;
  const usual = rest.reduce((a, b) => (alike(b) > alike(a) ? b : a), first);
  // it was seen as far as that
  return side * Math.max(side * left, side * shared(all, usual, near));
}

function known(profile: readonly number[], at: number): boolean {
  return at >= 0 && at < profile.length && Number.isFinite(profile[at]!);
}

/** Means over neighbours; what is not in view stays so. */
function smoothed(values: readonly number[], window: number): number[] {
  const reach = window >> 1;
  return values.map((value, k) => {
    if (!Number.isFinite(value)) return NaN;
    const near = values.slice(Math.max(0, k - reach), k + reach + 1).filter((v) => Number.isFinite(v));
    return near.reduce((sum, v) => sum + v, 0) / near.length;
  });
}

/** Where each line is dark. All of them cross one strip: what is dark beside it is something else, or fringes. */
function darkOf(profiles: readonly (readonly number[])[], dark: number, least: number) {
  const stretches = profiles.map((profile) => stretchesOf(profile, dark, least));
  const longest = stretches.map(longestOf).filter((own) => own !== undefined);
  const [from, to] = ([0, 1] as const).map((k) => {
    return medianInPlace(Float64Array.from(longest, (own) => own[k]));
  }) as [number, number];
  return stretches.map((all) => longestOf(all.filter(([first, last]) => last > from && first < to)));
}

type Stretch = readonly [from: number, to: number];

/** Parts of a line that are dark, each its first sample and the one after its last. */
function stretchesOf(profile: readonly number[], dark: number, least: number): Stretch[] {
  const out: Stretch[] = [];
  let from = -1;
  for (let k = 0; k <= profile.length; k += 1) {
    const isDark = k < profile.length && profile[k]! > dark;
    if (isDark && from < 0) from = k;
    if (isDark || from < 0) continue;
    if (k - from >= least) out.push([from, k]);
    from = -1;
  }
  return out;
}

function longestOf([first, ...rest]: readonly Stretch[]): Stretch | undefined {
  return first && rest.reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a), first);
}
