import { boundsOf, type Box } from '../../targets/shape.ts';
import type { Area } from '../../targets/target-model.ts';
import type { FoundFeature, TargetToFrame } from '../../rig/calibration.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { lightField, lightTables } from '../model/light.ts';
import { refocused } from '../model/refocus.ts';
import type { Complex } from '../model/spectrum.ts';
import { pathOf } from '../model/predict.ts';
import type { FeatureSettings } from './judge-settings.ts';

/** So many are shown: a picture of a grid's thousands would hold nothing else. */
const MOST_SHOWN = 400;

export interface Features {
  /** all of them, in the order of the areas */
  readonly features: readonly FoundFeature[];
  readonly found: number;
  readonly expected: number;
  readonly residual_px: number;
  /** of the areas found */
  readonly names: ReadonlySet<string>;
  /** by which a lattice was drawn beside where the fit has it, px */
  readonly shift: At;
}

interface At {
  readonly x: number;
  readonly y: number;
}

/** What was measured and what the fit gives, both taken back to the target in the same way. */
export interface Pictures {
  readonly seen: Complex;
  readonly drawn: Complex;
}

export function picturesOf(
  { fit, subject, measured }: Pick<FinalFit, 'fit' | 'subject' | 'measured'>,
  onStep: () => void = () => {},
): Pictures {
  const { kernels, medium_wavelength_um } = subject;
  const degree = Math.max(fit.light.amplitudeDegree, fit.light.phaseDegree);
  const lit = lightField(fit.light, lightTables(measured, degree), kernels.wasm);
  const level = (re: ArrayLike<number>, im: ArrayLike<number> | null) => {
    const out = { re: new Float64Array(re.length), im: im && new Float64Array(re.length) };
    for (let i = 0; i < re.length; i += 1) {
      const c = lit.re[i]!;
      const d = lit.im[i]!;
      const size = c * c + d * d;
      out.re[i] = (re[i]! * c + (im ? im[i]! * d : 0)) / size;
      if (im) out.im![i] = (im[i]! * c - re[i]! * d) / size;
    }
    return { ...measured, ...out };
  };
  const back = (frame: typeof measured) =>
    refocused(kernels, frame, medium_wavelength_um, pathOf(subject, fit.state));
  const modelIm = measured.im === null ? null : fit.model.im;
  const seen = back(level(measured.re, measured.im));
  onStep();
  return { seen, drawn: back(level(fit.model.re, modelIm)) };
}

/** Each expected area by itself: is it there, and how far from where the fit puts it? */
export function findFeatures(
  final: FinalFit,
  { seen, drawn }: Pictures,
  expected: readonly Area[],
  settings: FeatureSettings,
): Features {
  const { fit, subject, measured } = final;
  const inLine = measured.im === null;
  const values = (field: Complex) =>
    inLine ? field.re.map((re, i) => Math.sqrt(re * re + field.im[i]! * field.im[i]!)) : field.re;
  const planes = inLine
    ? [[values(seen), values(drawn)] as const]
    : ([
        [seen.re, drawn.re],
        [seen.im, drawn.im],
      ] as const);
  const features: FoundFeature[] = [];
  let found = 0;
  for (const area of expected) {
    const at = subject.pieces.findIndex((parts) => parts === null || parts.has(area.part));
    const place = fit.state.places[Math.max(0, at)]!;
    const box = boxInFrame(area, place, final);
    const local = compare(planes, box, final);
    if (!local || local.alike < settings.alike) continue;
    const far = Math.sqrt(local.x * local.x + local.y * local.y);
    const rejected = far > settings.far * measured.cell;
    if (!rejected) found += 1;
    const middle = middleOf(area, place, box, measured.cell);
    const size = subject.model.lattices.length > 0 ? 'lattice' : area.shape.kind;
    features.push({
      kind: size === 'circle' || size === 'lattice' ? size : 'edge',
      name: area.name,
      found_px: { x: middle.x + local.x, y: middle.y + local.y },
      ...{ fitted_px: middle, rejected },
    });
  }
  const shift = subject.model.lattices.length > 0 ? sharedShift(features) : { x: 0, y: 0 };
  const moved = features.map((own) => ({ ...own, fitted_px: sumOf(own.fitted_px, shift) }));
  const kept = moved.filter(({ rejected }) => !rejected);
  return {
    features: moved,
    names: new Set(kept.map(({ name }) => name)),
    ...{ found, expected: expected.length, shift },
    residual_px: Math.sqrt(mean(kept.map(({ found_px, fitted_px }) => squareOf(found_px, fitted_px)))),
  };
}

/** Those that a picture shows: all over the frame, and each that lies too far off. */
export function shownOf({ features }: Pick<Features, 'features'>): readonly FoundFeature[] {
  const step = Math.ceil(features.length / MOST_SHOWN);
  return features.filter(({ rejected }, k) => rejected || k % step === 0);
}

/** What all parts of a lattice lie off by together says nothing: it begins wherever one of them is said to be its first. */
function sharedShift(features: readonly FoundFeature[]): At {
  const kept = features.filter(({ rejected }) => !rejected);
  const along = (axis: keyof At) =>
    mean(kept.map(({ found_px, fitted_px }) => found_px[axis] - fitted_px[axis]));
  return { x: along('x'), y: along('y') };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / Math.max(1, values.length);
}

function sumOf(p: At, q: At): At {
  return { x: p.x + q.x, y: p.y + q.y };
}

function squareOf(p: At, q: At): number {
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

interface Cells {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function toFrame([a, b, c, d, e, f]: TargetToFrame, x_um: number, y_um: number) {
  return { x: a * x_um + b * y_um + c, y: d * x_um + e * y_um + f };
}

/** The measured cells that an area and some of what surrounds it lie on. */
function boxInFrame(area: Area, place: TargetToFrame, { measured }: FinalFit): Cells {
  const { rows, cols, cell } = measured;
  const bounds = boundsOf(area.shape);
  const window = seenBox(place, cols * cell, rows * cell);
  const own: Box = {
    left_um: Math.max(bounds.left_um, window.left_um),
    right_um: Math.min(bounds.right_um, window.right_um),
    top_um: Math.max(bounds.top_um, window.top_um),
    bottom_um: Math.min(bounds.bottom_um, window.bottom_um),
  };
  const corners = [
    toFrame(place, own.left_um, own.top_um),
    toFrame(place, own.right_um, own.top_um),
    toFrame(place, own.left_um, own.bottom_um),
    toFrame(place, own.right_um, own.bottom_um),
  ];
  const [xs, ys] = [corners.map(({ x }) => x / cell), corners.map(({ y }) => y / cell)];
  const around = Math.max(
    3,
    0.25 * Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)),
  );
  const clamp = (v: number, most: number) => Math.min(most, Math.max(0, Math.round(v)));
  return {
    left: clamp(Math.min(...xs) - around, cols),
    right: clamp(Math.max(...xs) + around + 1, cols),
    top: clamp(Math.min(...ys) - around, rows),
    bottom: clamp(Math.max(...ys) + around + 1, rows),
  };
}

/** What of the target a frame shows, µm on the target. */
export function seenBox([a, b, c, d, e, f]: TargetToFrame, width: number, height: number): Box {
  const determinant = a * e - b * d;
  const back = (x: number, y: number) => ({
    x: (e * (x - c) - b * (y - f)) / determinant,
    y: (-d * (x - c) + a * (y - f)) / determinant,
  });
  const corners = [back(0, 0), back(width, 0), back(0, height), back(width, height)];
  return {
    left_um: Math.min(...corners.map(({ x }) => x)),
    right_um: Math.max(...corners.map(({ x }) => x)),
    top_um: Math.min(...corners.map(({ y }) => y)),
    bottom_um: Math.max(...corners.map(({ y }) => y)),
  };
}

/** A band's own place is somewhere along it: the nearest to the middle of what is seen of it. */
function middleOf(area: Area, place: TargetToFrame, box: Cells, cell: number) {
  const { shape } = area;
  if (shape.kind !== 'band') {
    const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
    return toFrame(place, (left_um + right_um) / 2, (top_um + bottom_um) / 2);
  }
  const centre = toFrame(place, shape.centre.x_um, shape.centre.y_um);
  const ahead = toFrame(place, shape.centre.x_um - shape.across.y_um, shape.centre.y_um + shape.across.x_um);
  const [u, v] = [ahead.x - centre.x, ahead.y - centre.y];
  const [x, y] = [((box.left + box.right) / 2) * cell, ((box.top + box.bottom) / 2) * cell];
  const t = ((x - centre.x) * u + (y - centre.y) * v) / (u * u + v * v);
  return { x: centre.x + t * u, y: centre.y + t * v };
}

/** Correlation of what is seen with what is drawn, and the shift between them by least squares. */
function compare(
  planes: readonly (readonly [Float32Array, Float32Array])[],
  { left, right, top, bottom }: Cells,
  { measured }: FinalFit,
): { alike: number; x: number; y: number } | null {
  const { rows, cols, cell, weight } = measured;
  let [ss, dd, sd, xx, xy, yy, rx, ry] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const [seen, drawn] of planes) {
    let [count, ms, md] = [0, 0, 0];
    for (let row = Math.max(1, top); row < Math.min(rows - 1, bottom); row += 1) {
      for (let col = Math.max(1, left); col < Math.min(cols - 1, right); col += 1) {
        const i = row * cols + col;
        if (weight[i] === 0) continue;
        count += 1;
        ms += seen[i]!;
        md += drawn[i]!;
      }
    }
    if (count < 9) return null;
    for (let row = Math.max(1, top); row < Math.min(rows - 1, bottom); row += 1) {
      for (let col = Math.max(1, left); col < Math.min(cols - 1, right); col += 1) {
        const i = row * cols + col;
        if (weight[i] === 0) continue;
        const s = seen[i]! - ms / count;
        const d = drawn[i]! - md / count;
        ss += s * s;
        dd += d * d;
        sd += s * d;
        const gx = (drawn[i + 1]! - drawn[i - 1]!) / (2 * cell);
        const gy = (drawn[i + cols]! - drawn[i - cols]!) / (2 * cell);
        const left_ = s - d;
        xx += gx * gx;
        xy += gx * gy;
        yy += gy * gy;
        rx -= gx * left_;
        ry -= gy * left_;
      }
    }
  }
  if (!(ss > 0 && dd > 0)) return null;
  // along an edge there is no telling: only what the gradients fix
  const trace = xx + yy;
  const ridge = 0.02 * trace + 1e-20;
  const determinant = (xx + ridge) * (yy + ridge) - xy * xy;
  return {
    alike: sd / Math.sqrt(ss * dd),
    x: ((yy + ridge) * rx - xy * ry) / determinant,
    y: ((xx + ridge) * ry - xy * rx) / determinant,
  };
}
