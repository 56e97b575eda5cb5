import { autofocus, type Focus } from '../focus/autofocus.ts';
import { refocuser, sharpnessAt } from '../focus/sharpness.ts';
import type { ComplexPlane } from '../field/plane.ts';
import { fft2 } from '../fft/fft.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { depthOfField, type Sampling } from '../propagate/transfer.ts';

/** Which of the twin sidebands is taken, and where it is in focus. */
export interface TwinChoice {
  /** whether the field must be conjugated: the sideband at −carrier is the object's */
  readonly conjugate: boolean;
  /** sample to sensor, µm: the field is propagated by −z */
  readonly z: number;
  readonly focus: Focus | null;
  /** false where nothing tells the twins apart and the half-plane fx > 0 was taken by convention */
  readonly decided: boolean;
  /** sharpness (total variation) of the twin not taken over that of the one taken; above 1 */
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
}

/** Twins whose sharpness differs by less than this share are not told apart. */
const DISTINCT = 2e-4;

/**
 * The twin of a sideband is its conjugate and focuses at −z. At a given distance the sharper of the two is taken; over
 * a range both are searched. Nothing decides within half a depth of field of z = 0, or over a range that is its own
 * mirror image.
 */
export function chooseTwin(
  kernels: Kernels,
  search: TwinSearch,
  onSample: (fraction: number) => void,
): TwinChoice {
  using scope = kernels.scope();
  const spectrum = spectrumOf(kernels, scope, search);
  const margin = Math.ceil(search.taper);
  if ('z' in search.distance) {
    const { z } = search.distance;
    const dof = depthOfField(search.wavelength, search.radius);
    if (!search.free || Math.abs(z) < dof / 2) {
      return { conjugate: false, z, focus: null, decided: !search.free, margin: null };
    }
    const refocus = refocuser(scope, spectrum, search.sampling, search.wavelength, search.outside, margin);
    const own = sharpnessAt(kernels, refocus, -z).complexVariation;
    const twin = sharpnessAt(kernels, refocus, z).complexVariation;
    return { conjugate: twin < own, z, focus: null, ...verdict(Math.min(own, twin), Math.max(own, twin)) };
  }
  const { from, to } = search.distance;
  const common = { ...search, spectrum, margin };
  const own = autofocus(kernels, { ...common, from: -to, to: -from }, (f) =>
    onSample(search.free ? f / 2 : f),
  );
  const symmetric = Math.abs(from + to) < 1e-9 * (to - from);
  if (!search.free || symmetric)
    return { conjugate: false, z: -own.z, focus: own, decided: !search.free, margin: null };
  const twin = autofocus(kernels, { ...common, from, to }, (f) => onSample(0.5 + f / 2));
  if (twin.variation < own.variation) {
    return { conjugate: true, z: twin.z, focus: mirrored(twin), ...verdict(twin.variation, own.variation) };
  }
  return { conjugate: false, z: -own.z, focus: own, ...verdict(own.variation, twin.variation) };
}

function verdict(better: number, worse: number): { decided: boolean; margin: number } {
  return { decided: worse - better > DISTINCT * better, margin: worse / better };
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
  const wx = scratch.block((cols + 4) * 4);
  const wy = scratch.block((rows + 4) * 4);
  kernels.run.taperWindow(wx, cols, search.taper);
  kernels.run.taperWindow(wy, rows, search.taper);
  kernels.run.placeField(
    plane.ptr,
    plane.pitchBytes,
    rows,
    cols,
    outside.re,
    outside.im,
    wx,
    wy,
    spectrum.ptr,
    spectrum.pitchBytes,
    plane.rows,
  );
  fft2(kernels, spectrum);
  return spectrum;
}
