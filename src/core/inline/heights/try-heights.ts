import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { bytesIn, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import { propagate } from '../../propagate/propagate.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import type { RetrievalInput } from '../retrieve/retrieval-input.ts';
import type { TrialSettings } from '../response/response-settings.ts';
import { shiftsLeft, type Shift } from '../retrieve/shifts-left.ts';
import type { RetrievalSettings } from '../retrieve/retrieval-settings.ts';
import { retrieve } from '../retrieve/retrieve.ts';

/** What a short retrieval of a stack says of its distances. */
export interface HeightsTrial {
  /** misfit and weighted total variation: least where the sample is in focus */
  readonly cost: number;
  /** mean square of what is left of the frames, over the noise's: least there, too, where no field explains them elsewhere */
  readonly misfit: number;
  /** µm, by which each frame shows the field farther away than it was taken to be */
  readonly farther: readonly number[];
  /** by how much what each frame shows lies beside what this field explains of it */
  readonly shifts: readonly Shift[];
  /** share of what this field leaves of the frames that it leaves less where it is taken so much farther */
  readonly gain: number;
}

/**
 * A short retrieval. The cost tells what all distances have in common: a field that explains frames in one plane, taken further,
 * explains them in any other, and only in its own it is sparse. Each distance beside the others is where the field, taken to the
 * sensor, explains its frame best.
 * @param step µm, to both sides of each distance
 */
export function tryHeights(
  kernels: Kernels,
  input: RetrievalInput,
  step: number,
  settings: {
    readonly rim: number;
    readonly retrieval: RetrievalSettings;
    readonly trial: TrialSettings;
  },
  onIteration: () => void,
): HeightsTrial {
  using scope = kernels.scope();
  const { rim } = settings;
  let there: readonly Vertex[] = [];
  let shifts: readonly Shift[] = [];
  const onSolved: Parameters<typeof retrieve>[3] & object = {
    onIteration,
    onSolved: ({ level }) => {
      level.begin();
      level.residual(0);
      shifts = shiftsLeft(kernels, level);
      there = level.sensor.matched.map(({ amplitude, estimate }, k) => {
        const away = Math.sign(input.frames[k]!.z);
        return vertexOf((z) => misfitAt(kernels, { amplitude, estimate }, input, away * z, rim), step);
      });
    },
  };
  const { objective, dataMisfit } = retrieve(
    kernels,
    scope,
    input,
    onSolved,
    short(settings.retrieval, settings.trial),
  );
  const sum = (of: (one: Vertex) => number) => there.reduce((total, one) => total + of(one), 0);
  return {
    cost: objective.at(-1) ?? Infinity,
    misfit: dataMisfit * dataMisfit,
    farther: there.map(({ at }) => at),
    shifts,
    gain: sum(({ gain }) => gain) / sum(({ here }) => here),
  };
}

interface Vertex {
  readonly at: number;
  readonly here: number;
  /** how much less there is */
  readonly gain: number;
}

/** Of the parabola through three misfits; here where it has none, and no farther than the outer ones. */
export function vertexOf(misfit: (z: number) => number, step: number): Vertex {
  const [before, here, behind] = [-step, 0, step].map(misfit) as [number, number, number];
  const bend = before + behind - 2 * here;
  if (!(bend > 0)) return { at: 0, here, gain: 0 };
  const share = Math.max(-1, Math.min(1, (before - behind) / (2 * bend)));
  return { at: step * share, here, gain: (bend * share * share) / 2 };
}

/** No λ chosen anew: what is left at one distance must compare with what is left at another. */
function short(retrieval: RetrievalSettings, { iterations }: TrialSettings): RetrievalSettings {
  const { quarter, fine } = iterations;
  return {
    ...retrieval,
    weight: { ...retrieval.weight, unexplained: Infinity },
    coarse: { ...retrieval.coarse, several: { half: fine, quarter } },
    fine: { ...retrieval.fine, maxIterations: fine },
  };
}

/** Σ (|u| − A)² of a field at the sensor that is taken further. */
function misfitAt(
  kernels: Kernels,
  { amplitude, estimate }: { readonly amplitude: RealPlane; readonly estimate: ComplexPlane },
  { sampling, wavelength }: Pick<SensorOptics, 'sampling' | 'wavelength'>,
  z: number,
  rim: number,
): number {
  const { rows, cols } = estimate;
  using scope = kernels.scope();
  const moved = scope.complex(rows, cols);
  kernels.bytes(moved.ptr, bytesIn(moved)).set(kernels.bytes(estimate.ptr, bytesIn(estimate)));
  const radius = 1 / (2 * Math.min(sampling.pitchX, sampling.pitchY));
  const way = { sampling, wavelength, radius, outside: { re: 1, im: 0 }, taper: 0 };
  propagate(kernels, moved, rows, cols, { ...way, z });
  const [field, recorded] = [
    kernels.floats(moved.ptr, floatsIn(moved)),
    kernels.floats(amplitude.ptr, rows * amplitude.pitch),
  ];
  const pitch = floatsPerRow(moved);
  let sum = 0;
  for (let row = rim; row < rows - rim; row += 1)
    for (let col = rim; col < cols - rim; col += 1) {
      const measured = recorded[row * amplitude.pitch + col]!;
      if (!(measured >= 0)) continue;
      const at = row * pitch + inRow(col);
      const [re, im] = [field[at]!, field[at + TO_IMAGINARY]!];
      const off = Math.sqrt(re * re + im * im) - measured;
      sum += off * off;
    }
  return sum;
}
