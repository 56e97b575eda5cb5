import { unknowns, type FringeModel, type Unknowns } from './fringe-model.ts';

/** Σ a b over all unknowns */
export function dot(a: Unknowns, b: Unknowns): number {
  return sumOf(a.spectrum, b.spectrum) + sumOf(a.surfaces, b.surfaces);
}

function sumOf(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** to ← to · keep + from · add */
function blend(to: Unknowns, keep: number, from: Unknowns, add: number): void {
  for (const part of ['spectrum', 'surfaces'] as const) {
    const [a, b] = [to[part], from[part]];
    for (let k = 0; k < a.length; k++) a[k] = keep * a[k]! + add * b[k]!;
  }
}

/**
 * The change x with JᵀWJ x = gradient, by so many rounds of conjugate gradients.
 * @param gradient lost
 */
export function conjugateGradients(model: FringeModel, gradient: Unknowns, rounds: number): Unknowns {
  const count = gradient.spectrum.length / 2;
  const [x, p, q] = [unknowns(count), unknowns(count), unknowns(count)];
  const left = gradient;
  blend(p, 0, left, 1);
  let size = dot(left, left);
  for (let round = 0; round < rounds && size > 0; round++) {
    const curvature = model.normal(p, q);
    if (!(curvature > 0)) break;
    const along = size / curvature;
    blend(x, 1, p, along);
    blend(left, 1, q, -along);
    const next = dot(left, left);
    blend(p, next / size, left, 1);
    size = next;
  }
  return x;
}
