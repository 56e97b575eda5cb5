import type { TargetToFrame } from '../../rig/calibration.ts';
import type { Lattice, TargetModel } from '../../targets/target-model.ts';
import { lightOver } from '../model/light.ts';
import { foldOf, surroundingsOf, type Surroundings } from '../model/margin.ts';
import { cropped, type MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { EndlessOptics } from '../model/endless.ts';
import { Optics } from '../model/optics.ts';
import type { Subject } from '../model/predict.ts';
import type { State } from '../model/state.ts';
import type { Lit, Task } from './through-pupil.ts';

/** A frame, or a part of it, and what is drawn around it. */
export interface LaidOut {
  readonly task: Task;
  readonly around: Surroundings;
  /** in-line, of a lattice without an end: what pixels collect follows from one period of it */
  readonly endless: Lattice | null;
}

export function laidOut(
  own: Pick<Task, 'subject' | 'settings' | 'onStep'>,
  measured: MeasuredLight,
  nominal: Nominal,
  { places }: State,
  endless = isEndless(own.subject.model, measured) ? own.subject.model.lattices[0]! : null,
): LaidOut {
  const { kernels, medium_wavelength_um } = own.subject;
  const around = surroundingsOf(measured, nominal, own.settings.ringing);
  const { margin, fade } = around;
  const optics = endless
    ? endlessOptics(own.subject, measured, places[0]!)
    : new Optics(kernels, measured, medium_wavelength_um, margin, foldOf(measured), fade);
  return { task: { ...own, measured, optics }, around, endless };
}

/** Cells along a side of a part that tells of a lattice what a disc, pixels and edges do as well as a frame that takes several times as long. */
export const ENOUGH = 256;
/** Sides of such a part from which a frame is large. */
const LARGE = 2;

/** Whether a frame is so large that the middle of it is looked at first; only of a lattice without an end that shows what the rest does. */
export function isLarge(model: TargetModel, measured: MeasuredLight): boolean {
  return isEndless(model, measured) && Math.min(measured.rows, measured.cols) >= LARGE * ENOUGH;
}

/** Whether all that an intensity shows follows from one period: what is drawn around a frame ends, and fine orders come from beyond that. */
function isEndless({ lattices }: TargetModel, { im }: MeasuredLight): boolean {
  return im === null && lattices.length > 0 && lattices.every(({ box }) => box === null);
}

/** What carries a lattice without an end that lies about so. */
export function endlessOptics(
  { kernels, model, medium_wavelength_um }: Subject,
  measured: MeasuredLight,
  place: TargetToFrame,
): EndlessOptics {
  return new EndlessOptics(kernels, measured, medium_wavelength_um, model.lattices[0]!, place);
}

/** The middle of a large frame of a lattice, and where a fit of it starts and ends. */
export interface MiddlePart extends LaidOut {
  readonly found: Lit;
  readonly inWhole: (state: State) => State;
}

/** Null: the frame is no larger than enough, or what it shows need not be in its middle. */
export function middlePartOf(
  { task, endless }: LaidOut,
  { state, light }: Lit,
  nominal: Nominal,
): MiddlePart | null {
  const { measured } = task;
  if (!endless || !isLarge(task.subject.model, measured)) return null;
  const middle = cropped(measured, ENOUGH);
  const shifted = (from: State, sign: 1 | -1): State => {
    const places = from.places.map(
      ([a, b, c, d, e, f]) => [a, b, c + sign * middle.x, d, e, f + sign * middle.y] as const,
    );
    return { ...from, places };
  };
  const corner = { left: middle.x / measured.cell, top: middle.y / measured.cell };
  const own = lightOver(light, measured, { rows: middle.rows, cols: middle.cols, ...corner });
  return {
    ...laidOut(task, middle, nominal, state, endless),
    found: { state: shifted(state, -1), light: own },
    inWhole: (from) => shifted(from, 1),
  };
}
