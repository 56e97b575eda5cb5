import { fastSize } from '../../core/fft/fast-size.ts';
import { fft2 } from '../../core/fft/fft2.ts';
import { autofocus } from '../../core/focus/autofocus.ts';
import { autofocusSettings } from '../../core/focus/autofocus-settings.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { lateralSpread } from '../../core/propagate/transfer.ts';
import type { ComplexMap, RegionPx } from '../../core/reconstruction/reconstruction.ts';
import type { FocusHere, RefocusOptics } from './protocol.ts';
import { fillPlane } from './refocuser.ts';

/** Samples of the least window that a search is made in: less holds no structure to judge by. */
const LEAST_SIDE = 64;
/** of a window's side, at each of its edges: what light from beyond has come in as is left out as far as this */
const MOST_MARGIN = 1 / 6;

/**
 * The search of the service for the focus, on a part of a field that is there already.
 * @param region pixels of the field that the object is in; null: the whole of it
 * @param reach_mm how far to either side it is looked for
 */
export function findFocus(
  kernels: Kernels,
  field: ComplexMap,
  optics: RefocusOptics,
  region: RegionPx | null,
  reach_mm: number,
): FocusHere {
  const { wavelength, radius, outside, pitchX, pitchY } = optics;
  const reach = reach_mm * 1000;
  const spread = lateralSpread(wavelength, radius, reach) / Math.min(pitchX, pitchY);
  const window = windowFor(field, region, spread);
  using scope = kernels.scope();
  const spectrum = scope.complex(window.height, window.width);
  fillPlane(kernels, cut(field, window, outside), spectrum);
  fft2(kernels, spectrum);
  const side = Math.min(window.width, window.height);
  const found = autofocus(
    kernels,
    {
      ...{ spectrum, wavelength, radius, sampling: { pitchX, pitchY }, outside: { re: outside, im: 0 } },
      margin: Math.round(Math.min(spread, MOST_MARGIN * side)),
      ...{ from: -reach, to: reach, conjugate: false },
    },
    autofocusSettings,
    () => undefined,
  );
  const [curve] = found.curves;
  return {
    shift_mm: -found.z / 1000,
    sigma_mm: found.uncertainty / 1000,
    curve: { metric: curve!.metric, shift_mm: curve!.z_mm, value: curve!.value },
    // z = 0 is a plane like any other here
    doubts: found.doubts.filter((doubt) => !doubt.includes('z = 0')),
  };
}

/** The object with as much around it as its light reaches, in sides that transform fast. */
function windowFor({ rows, cols }: ComplexMap, region: RegionPx | null, spread: number): RegionPx {
  const { x, y, width, height } = region ?? { x: 0, y: 0, width: cols, height: rows };
  const along = (from: number, length: number, all: number) => {
    const wanted = Math.min(all, Math.max(LEAST_SIDE, Math.ceil(length + 2 * spread)));
    const side = fastAtMost(Math.min(all, fastSize(wanted)));
    return { at: Math.min(all - side, Math.max(0, Math.round(from + length / 2 - side / 2))), side };
  };
  const [across, down] = [along(x, width, cols), along(y, height, rows)];
  return { x: across.at, y: down.at, width: across.side, height: down.side };
}

function fastAtMost(side: number): number {
  while (fastSize(side) !== side) side--;
  return side;
}

function cut(field: ComplexMap, { x, y, width, height }: RegionPx, outside: number): ComplexMap {
  const data = new Float32Array(2 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 2 * ((y + row) * field.cols + x);
    data.set(field.data.subarray(from, from + 2 * width), 2 * row * width);
  }
  for (let i = 0; i < data.length; i += 2) data[i]! -= outside;
  return { rows: height, cols: width, data };
}
