import type { AutofocusSettings } from '../../focus/autofocus-settings.ts';
import { autofocus } from '../../focus/autofocus.ts';
import type { Focus } from '../../focus/conclude-focus.ts';
import {
  twinMargin,
  refocuser,
  sharper,
  sharpnessAt,
  type Refocuser,
  type Sharpness,
} from '../../focus/sharpness.ts';
import { corner, type ComplexPlane } from '../../kernel/plane.ts';
import { fft2 } from '../../fft/fft2.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { depthOfField, type Sampling } from '../../propagate/transfer.ts';

/** Which of the twin sidebands is taken, and where it is in focus. */
export interface TwinChoice {
  /** whether the field must be conjugated: the sideband at −carrier is the object's */
  readonly conjugate: boolean;
  /** sample to sensor, µm: the field is propagated by −z */
  readonly z: number;
  readonly focus: Focus | null;
  /**
   * the caller named it; it is the sharper one, or it is though a profile says that the other one is the object's; it is, but the
   * other one is nearly as sharp, or sharper in parts of the frame; nothing else tells them apart, and a profile does; or nothing
   * does, and it is the one with fx > 0
   */
  readonly by:
    | 'caller'
    | 'sharpness'
    | 'sharpness against the profile'
    | 'nearly equal sharpness'
    | 'profile'
    | 'convention';
  /** total variation, or excess of light, of the blurrier twin over that of the sharper one: 1 or more */
  readonly margin: number | null;
}

export interface TwinSearch {
  readonly plane: ComplexPlane;
  readonly rows: number;
  readonly cols: number;
  readonly sampling: Sampling;
  readonly wavelength: number;
  /** highest frequency with signal, cycles/µm */
  readonly radius: number;
  readonly outside: { readonly re: number; readonly im: number };
  readonly taper: number;
  /** µm: a distance, or a range to search */
  readonly distance: { readonly z: number } | { readonly from: number; readonly to: number };
  /** false where the caller named the sideband: then no twin is considered */
  readonly free: boolean;
  /** takes the twin that would otherwise not be taken, focused by itself */
  readonly other: boolean;
  /** whether a profile says that the sideband at −carrier is the object's; null: it doesn't say */
  readonly told: boolean | null;
}

/**
 * The twin of a sideband is its conjugate and focuses at −z. At a given distance the sharper of the two is taken; over
 * a range both are searched. Within half a depth of field of z = 0, where the range holds the foci of both, and where they are
 * nearly equally sharp, a profile decides, if there is one that does.
 */
export function chooseTwin(
  kernels: Kernels,
  search: TwinSearch,
  settings: AutofocusSettings,
  onSample: (fraction: number) => void,
): TwinChoice {
  using scope = kernels.scope();
  const spectrum = spectrumOf(kernels, scope, search);
  const { distance } = search;
  if ('z' in distance) return atDistance(kernels, scope, { ...search, spectrum }, distance.z, settings);
  return overRange(kernels, { ...search, ...distance, spectrum }, settings, onSample);
}

type Spectral = TwinSearch & { readonly spectrum: ComplexPlane };

function atDistance(
  kernels: Kernels,
  scope: Scope,
  search: Spectral,
  z: number,
  settings: AutofocusSettings,
): TwinChoice {
  const dof = depthOfField(search.wavelength, search.radius);
  if (!search.free || Math.abs(z) < dof / 2) {
    return { ...untold(search), z, focus: null, margin: null };
  }
  const refocus = wholeRefocuser(scope, search);
  const own = sharpnessAt(kernels, refocus, -z);
  const twin = sharpnessAt(kernels, refocus, z);
  const { best, by, margin } = compare(
    kernels,
    refocus,
    { z: -z, sharpness: own },
    { z, sharpness: twin },
    settings,
  );
  return { ...decided(search, best === twin, by), z, focus: null, margin };
}

function overRange(
  kernels: Kernels,
  search: Spectral & { readonly from: number; readonly to: number },
  settings: AutofocusSettings,
  onSample: (fraction: number) => void,
): TwinChoice {
  const { from, to } = search;
  const common = { ...search, margin: Math.ceil(search.taper) };
  const choice = (told: Decision, focus: Focus, margin: number | null): TwinChoice =>
    told.conjugate
      ? { ...told, z: focus.z, focus: mirrored(focus), margin }
      : { ...told, z: -focus.z, focus, margin };
  const symmetric = Math.abs(from + to) < 1e-9 * (to - from);
  if (!search.free || symmetric) {
    const told = untold(search);
    const { conjugate } = told;
    const [low, high] = conjugate ? [from, to] : [-to, -from];
    const focus = autofocus(kernels, { ...common, from: low, to: high, conjugate }, settings, onSample);
    return choice(told, focus, null);
  }
  const own = autofocus(kernels, { ...common, from: -to, to: -from, conjugate: false }, settings, (f) =>
    onSample(f / 2),
  );
  const twin = autofocus(kernels, { ...common, from, to, conjugate: true }, settings, (f) =>
    onSample(0.5 + f / 2),
  );
  using scope = kernels.scope();
  const refocus = wholeRefocuser(scope, search);
  const { best, by, margin } = compare(kernels, refocus, own, twin, settings);
  // a range that holds both z and −z lets both searches come upon one and the same focus
  const sameFocus = Math.abs(own.z - twin.z) < own.depthOfField / 2;
  const told = sameFocus ? untold(search) : decided(search, best === twin.sharpness, by);
  return choice(told, told.conjugate ? twin : own, margin);
}

/** At the field's full bandwidth. */
function wholeRefocuser(scope: Scope, search: Spectral): Refocuser {
  const { spectrum, sampling, wavelength, outside, taper } = search;
  return refocuser(scope, spectrum, sampling, wavelength, outside, Math.ceil(taper));
}

type Decision = Pick<TwinChoice, 'conjugate' | 'by'>;

/** Where the twins are not compared, or are in focus at the same distance. */
export function untold({ free, told, other }: Pick<TwinSearch, 'free' | 'told' | 'other'>): Decision {
  if (!free) return { conjugate: other, by: 'caller' };
  return { conjugate: (told ?? false) !== other, by: told === null ? 'convention' : 'profile' };
}

/** Of twins that were compared. @param sharper whether the conjugate one is */
export function decided(
  { told, other }: Pick<TwinSearch, 'told' | 'other'>,
  sharper: boolean,
  by: Comparison['by'],
): Decision {
  if (told !== null && by === 'nearly equal sharpness') return { conjugate: told !== other, by: 'profile' };
  const against = told !== null && told !== sharper;
  return { conjugate: sharper !== other, by: against ? 'sharpness against the profile' : by };
}

interface Comparison {
  readonly best: Sharpness;
  readonly by: 'sharpness' | 'nearly equal sharpness';
  readonly margin: number;
}

type Found = Pick<Focus, 'z' | 'sharpness'>;

function compare(
  kernels: Kernels,
  refocus: Refocuser,
  own: Found,
  twin: Found,
  { choice, twins, evidence }: AutofocusSettings,
): Comparison {
  const best = sharper(own.sharpness, twin.sharpness, choice);
  const [one, other] = best === own.sharpness ? [own, twin] : [twin, own];
  const ratio = other.sharpness.complexVariation / best.complexVariation;
  // the sparser one was a spot
  if (ratio < 1) return { best, by: 'sharpness', margin: other.sharpness.excess / best.excess };
  const { margin, error } = twinMargin(kernels, refocus, [one.z, other.z], twins.parts);
  const open = isOpen(margin, error, { twins, evidence });
  return { best, by: open ? 'nearly equal sharpness' : 'sharpness', margin: ratio };
}

/** Whether a margin between twins could as well be the other one's. @param error of the margin, standard */
export function isOpen(
  margin: number,
  error: number,
  { twins, evidence }: Pick<AutofocusSettings, 'twins' | 'evidence'>,
): boolean {
  return margin < twins.least || margin < Math.min(evidence.clear * error, twins.plain);
}

/** The focus of the conjugate field, in its own propagation distance. */
function mirrored(focus: Focus): Focus {
  const flip = (values: readonly number[]) => values.map((v) => -v).reverse();
  return {
    ...focus,
    z: -focus.z,
    curves: focus.curves.map((c) => ({
      ...c,
      z_mm: flip(c.z_mm),
      value: [...c.value].reverse(),
      best_z_mm: -c.best_z_mm,
    })),
  };
}

/** Spectrum of the field less what it is outside, faded at its edges; the field itself is left as it is. */
function spectrumOf(kernels: Kernels, scope: Scope, search: TwinSearch): ComplexPlane {
  const { plane, rows, cols, outside } = search;
  const spectrum = scope.complex(plane.rows, plane.cols);
  using scratch = kernels.scope();
  const wx = scratch.floats(cols + 4);
  const wy = scratch.floats(rows + 4);
  kernels.wasm.taperWindow(wx, { count: cols, width: search.taper });
  kernels.wasm.taperWindow(wy, { count: rows, width: search.taper });
  kernels.wasm.placeField(corner(plane, rows, cols), wx, wy, spectrum, outside);
  fft2(kernels, spectrum);
  return spectrum;
}
