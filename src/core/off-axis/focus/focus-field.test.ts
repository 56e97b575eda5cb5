import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { propagate } from '../../propagate/propagate.ts';
import type { Recipe } from '../../recipe/values.ts';
import { uncorrected } from '../../rig/rig-correction.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { emptyWave, fromPlane, toPlane } from '../../simulate/wave.ts';
import { offAxisSettings } from '../off-axis-settings.ts';
import { alsoFocused, propagationOf } from './focus-field.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 96;
const recipe = {
  wavelength_um: 0.532,
  pixel_pitch_um: 4,
  refractive_index_immersion: 1,
} as Recipe;
const sideband = { passRadius: 0.1, stopRadius: 0.115 } as Sideband;
const Z = 25_000;

/** A dark and turned spot four samples wide, amid nothing. */
function spot(scope: Scope): NativeField {
  const wave = emptyWave(SIDE, SIDE);
  const { re, im } = wave;
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [(i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2];
    const bell = Math.exp(-(x * x + y * y) / 8);
    re[i] = -0.6 * bell;
    im[i] = 0.8 * bell;
  }
  const plane = scope.complex(SIDE, SIDE);
  toPlane(kernels, wave, plane);
  return {
    ...{ plane, rows: SIDE, cols: SIDE, fullRows: 3 * SIDE, fullCols: 3 * SIDE, stepX: 3, stepY: 3 },
    ...{ taper: 15, noiseGain: 1 },
  } as NativeField;
}

/** The share of a field's power that lies within four samples of its middle. */
function amid({ plane }: NativeField): number {
  const { re, im } = fromPlane(kernels, plane, SIDE, SIDE);
  let [within, all] = [0, 0];
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [(i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2];
    const power = re[i]! ** 2 + im[i]! ** 2;
    all += power;
    if (x * x + y * y <= 16) within += power;
  }
  return within / all;
}

it.each([false, true])('brings another field to the same distance, of a twin (%s) as well', (conjugate) => {
  using scope = kernels.scope();
  const field = spot(scope);
  const beside = { field, sideband, rig: uncorrected };
  const sharp = amid(field);
  const space = propagationOf({ ...beside, outside: { re: 0, im: 0 } }, recipe, offAxisSettings);
  propagate(kernels, field.plane, SIDE, SIDE, { ...space, z: Z });
  // a twin's light arrives conjugated
  if (conjugate) kernels.wasm.conjugateField(field.plane);
  expect(amid(field)).toBeLessThan(0.5 * sharp);
  alsoFocused(kernels, beside, { z: Z, conjugate }, recipe, offAxisSettings);
  expect(amid(field)).toBeGreaterThan(0.95 * sharp);
});
