import { createHash } from 'node:crypto';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { judged } from '../../src/core/calibrate/calibrate.ts';
import { fitLocated, locateTarget, type FoundTarget } from '../../src/core/calibrate/locate-target.ts';
import type { CalibrationSettings } from '../../src/core/calibrate/calibration-settings.ts';
import type { CalibrationRequest } from '../../src/core/calibrate/model/nominal.ts';
import type { Frames } from '../../src/core/field/frame.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import type { Calibration } from '../../src/core/rig/calibration.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { readingsOf } from '../accuracy/calibration-readings.ts';
import { rigOf, shrunk, tellable, withRange } from '../accuracy/calibration-rigs.ts';
import { simulatedTries } from '../accuracy/calibration-wrong-frames.ts';
import type { Outcome } from './stage.ts';

const kernels = await loadKernels();

interface Shot {
  readonly frames: Frames;
  readonly request: CalibrationRequest;
  /** how far a calibration lies from the truth; 0 where the frame does not show what is asked for */
  readonly error: (found: Calibration) => number;
}

const quiet = () => {};
const digestOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

function seen({ error }: Shot, found: Calibration): Outcome {
  const { corrections, fit, quality, warnings, features } = found;
  return {
    bits: digestOf({ corrections, fit, quality, warnings, features }),
    error: error(found),
    verdict: `${quality}${corrections.z_mm ? '' : ', distance unknown'}`,
  };
}

/** What an act comes to, a refusal included. */
function tried<T>(act: () => T): T | Problem {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof Problem) return cause;
    throw cause;
  }
}

/** Remembers the last answer: most settings leave most of the way as it was. */
function remembered<A extends readonly unknown[], T>(of: (...args: A) => T, keyOf: (...args: A) => unknown) {
  let last: { readonly key: string; readonly value: T } | null = null;
  return (...args: A): T => {
    const key = JSON.stringify(keyOf(...args));
    if (last?.key !== key) last = { key, value: of(...args) };
    return last.value;
  };
}

/** The frame is simulated once, and what comes before a setting is used is not done again. */
function caseOf(make: () => Shot): (settings: CalibrationSettings) => Outcome {
  const shotOf = remembered(make, () => 0);
  const locate = remembered(
    (settings: CalibrationSettings) => {
      const { frames, request } = shotOf();
      return tried(() => locateTarget(kernels, frames, request, quiet, settings));
    },
    ({ rig, prepare, locate: own, fit, judge: { evidence, view } }) => {
      return [rig, prepare, own, { ...fit, final: null }, evidence, view];
    },
  );
  const finish = remembered(
    (found: FoundTarget, settings: CalibrationSettings) => fitLocated(found, quiet, settings),
    ({ nominal, conjugate, measured, state, light }, { fit, judge: { view } }) => {
      const values = digestOf([...measured.re.subarray(0, 4096)]);
      return [
        nominal,
        conjugate,
        measured.rows,
        values,
        state,
        [...light.amplitude, ...light.phase],
        fit,
        view,
      ];
    },
  );
  return (settings) => {
    const shot = shotOf();
    const found = locate(settings);
    const answer =
      found instanceof Problem
        ? found
        : tried(() => {
            const final = finish(found, settings);
            return judged(found, final, shot.frames.hologram, shot.request, quiet, settings);
          });
    if (answer instanceof Problem) return { bits: digestOf(answer.message), error: 0, verdict: answer.code };
    return seen(shot, answer);
  };
}

/** px */
const SIDES = { inline: 88, 'off-axis': 128 };
const SEED = 4001;

/** A rig of `calibration.ts` in a frame as small as its target allows. */
function right(target_id: string, mode: 'inline' | 'off-axis', sides = SIDES) {
  return caseOf(() => {
    const setup = tellable.find((one) => one.target_id === target_id && one.mode === mode)!;
    const { input, recipe, target, withBackground, certificate, size } = rigOf(shrunk(setup, sides), SEED);
    const { hologram, background, spec } = simulate(kernels, input);
    const error = (found: Calibration) => {
      const off = readingsOf(found, spec)
        .filter(({ name }) => name === 'pitch' || name === 'distance')
        .map(({ value, sigma, truth, power }) => Math.abs(value * (1 + size.off) ** power - truth) / sigma);
      return Math.max(...off);
    };
    const frames = { hologram, background: withBackground ? background : null };
    return { frames, request: { target, certificate, recipe: withRange(recipe) }, error };
  });
}

/** One of the frames of `calibration-wrong.ts`, first round: what the camera saw, and what is wrong with it. */
function wrong(target_id: string, mode: string, kind: string) {
  return caseOf(() => {
    const begin = `1 | ${target_id} | ${mode} |`;
    const all = [...simulatedTries(1)];
    const one = all.find(({ key, kind: own }) => key.startsWith(begin) && own.includes(kind))!;
    const target = findTarget(one.target_id)!;
    const { recipe, certificate } = one;
    return {
      frames: one.make(kernels).frames,
      request: { target, recipe, certificate },
      error: () => 0,
    };
  });
}

export type Case = (settings: CalibrationSettings) => Outcome;

export const ERROR = 'the larger of the errors of pitch and distance, over their stated σ';

/** What is cheap to search and fit, and reaches each of its branches. */
export const cheap: Readonly<Record<string, Case>> = {
  'ruling in-line': right('ronchi-10', 'inline'),
  'chart off-axis': right('usaf-1951', 'off-axis'),
  'steps off-axis': right('step-grating-100nm', 'off-axis'),
  'pinhole off-axis': right('pinhole-50um', 'off-axis'),
  // large enough for a coarser level
  'ruling of another size': wrong('ronchi-10', 'inline', 'larger'),
  'ruling of another period': wrong('ronchi-10', 'inline', 'period'),
  'cells for a grid': wrong('ronchi-50', 'inline', 'cells'),
};

/** Nine frames that are right, and eight that are not. */
export const all: Readonly<Record<string, Case>> = {
  ...cheap,
  'grid in-line': right('distortion-grid-50um', 'inline'),
  'fine ruling off-axis': right('ronchi-50', 'off-axis'),
  'unresolved ruling': wrong('ronchi-10', 'inline', 'another target'),
  'ruling far away': wrong('ronchi-10', 'inline', 'far from'),
  'saturated ruling': wrong('ronchi-10', 'inline', 'saturated'),
  'noise for a ruling': wrong('ronchi-50', 'inline', 'noise'),
  'steps cut off': wrong('step-grating-100nm', 'off-axis', 'cut off'),
};
