import type { KernelExports } from '../kernel/exports.ts';
import type { ObjectSpec } from './simulation-spec.ts';
import type { Random } from './random.ts';
import { scatter, sizeOr } from './scatter.ts';
import { addInk, eachPixelAround, type ThinObject } from './thin-object.ts';

/** The nucleus sits off centre by this share of the first semi-axis, and is this wide (squared, in semi-axes). */
const NUCLEUS_OFFSET = 0.2;
const NUCLEUS_SPREAD = 0.08;
/** Shares of the peak phase that body and nucleus carry where both are thickest. */
const BODY_SHARE = 0.7;
const NUCLEUS_SHARE = 0.3;

/**
 * Elliptic cells with a denser nucleus, absorbing weakly. `size_um` is the mean semi-axis (default 0.045 of the
 * shorter side); each cell's semi-axes spread by ±30 %, its peak phase from 60 to 100 % of the stated one.
 */
export function paintCells(
  object: ThinObject,
  spec: ObjectSpec,
  random: Random,
  wasm: Pick<KernelExports, 'sin' | 'cos' | 'exp'>,
): void {
  const size = sizeOr(object, spec.size_um, 0.045);
  for (const place of scatter(object, spec.count, 1.3 * size, random)) {
    const a = size * random.between(0.7, 1.3);
    const b = size * random.between(0.7, 1.3);
    const angle = random.between(0, Math.PI);
    const peak = spec.phase_rad * random.between(0.6, 1);
    const cosine = wasm.cos(angle);
    const sine = wasm.sin(angle);
    eachPixelAround(object, place, Math.max(a, b), (index, dx, dy) => {
      const u = (dx * cosine + dy * sine) / a;
      const v = (dy * cosine - dx * sine) / b;
      const inside = 1 - u * u - v * v;
      if (inside <= 0) return;
      const root = Math.sqrt(inside);
      const body = root * Math.sqrt(root); // inside^(3/4): a flattened ellipsoid
      const off = u - NUCLEUS_OFFSET;
      const nucleus = wasm.exp(-(off * off + v * v) / NUCLEUS_SPREAD);
      object.phase[index]! += peak * body * (BODY_SHARE + NUCLEUS_SHARE * nucleus);
      addInk(object, index, Math.min(1, 3 * inside), { transmission: spec.transmission, phase_rad: 0 });
    });
  }
}
