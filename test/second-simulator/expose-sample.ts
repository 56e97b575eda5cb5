import { Chance } from './chance.ts';
import type { Grid } from './grid.ts';
import { CELLS, smooth, type Beside, type Camera, type SampleRig } from './sample-rig.ts';

export interface Exposed {
  readonly width: number;
  readonly height: number;
  /** counts, not yet rounded by a file */
  readonly samples: Uint16Array;
  readonly bits: Camera['bits'];
}

/** What each pixel collects and the camera makes of it. */
export function exposed(wave: Grid, rig: SampleRig, chance: Chance): Exposed {
  const { width, height, camera } = rig;
  const light = new Float64Array(width * height);
  const [top, left] = [(wave.rows - CELLS * height) >> 1, (wave.cols - CELLS * width) >> 1];
  for (let row = 0; row < CELLS * height; row += 1) {
    const v = (2 * row + 1) / (CELLS * height) - 1;
    for (let col = 0; col < CELLS * width; col += 1) {
      const u = (2 * col + 1) / (CELLS * width) - 1;
      const at = (row + top) * wave.cols + col + left;
      const value = intensity(
        rig,
        wave.re[at]!,
        wave.im[at]!,
        [u, v],
        [(col + 0.5) / CELLS - 0.5, (row + 0.5) / CELLS - 0.5],
      );
      light[Math.floor(row / CELLS) * width + Math.floor(col / CELLS)]! += value / CELLS ** 2;
    }
  }
  return { width, height, samples: digitised(light, camera, rig.seed, chance), bits: camera.bits };
}

/** @param place px from the middle of the first pixel */
function intensity(
  rig: SampleRig,
  re: number,
  im: number,
  [u, v]: readonly [number, number],
  [x, y]: readonly [number, number],
): number {
  const falls = 1 - rig.vignetting * (u * u + v * v) * 0.5;
  const [a, b] = times(re * falls, im * falls, withBeside(rig.besideObject, x, y));
  const angle = 2 * Math.PI * (rig.carrier[0] * x + rig.carrier[1] * y) + smooth(rig.phaseAtSensor, u, v);
  const size = rig.ratio * Math.sqrt(Math.max(0.02, smooth(rig.reference, u, v)));
  const [c, d] = times(
    size * Math.cos(angle),
    -size * Math.sin(angle),
    withBeside(rig.besideReference, x, y),
  );
  const seen = Math.max(0, Math.min(1, smooth(rig.visibility, u, v)));
  return a * a + b * b + c * c + d * d + 2 * seen * (a * c + b * d) + rig.stray * (1 + rig.ratio ** 2);
}

function times(a: number, b: number, [c, d]: readonly [number, number]): readonly [number, number] {
  return [a * c - b * d, a * d + b * c];
}

/** 1 and the waves beside it. */
function withBeside(waves: readonly Beside[], x: number, y: number): readonly [number, number] {
  let [re, im] = [1, 0];
  for (const [amplitude, fx, fy, phase] of waves) {
    const angle = 2 * Math.PI * (fx * x + fy * y) + phase;
    re += amplitude * Math.cos(angle);
    im += amplitude * Math.sin(angle);
  }
  return [re, im];
}

function digitised(light: Float64Array, camera: Camera, seed: number, chance: Chance): Uint16Array {
  const mean = light.reduce((a, b) => a + b, 0) / light.length;
  const pixels = new Chance(seed + 9);
  const gains = Float64Array.from(light, () => 1 + camera.gainSpread * pixels.normal());
  const electrons = light.map(
    (value, k) =>
      gains[k]! * chance.poisson((camera.electrons / mean) * value) + camera.readNoise * chance.normal(),
  );
  const full = camera.full * electrons.toSorted()[Math.floor(0.9999 * (light.length - 1))]!;
  const most = 2 ** camera.bits - 1;
  return Uint16Array.from(electrons, (value) => {
    const fate = pixels.next();
    if (fate < camera.broken) return fate < camera.broken / 2 ? most : 0;
    return Math.max(0, Math.min(most, Math.round(most * Math.max(0, value / full) ** camera.gamma)));
  });
}
