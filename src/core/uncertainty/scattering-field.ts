import type { Frequency } from '../field/frequency.ts';
import type { ComplexPlane } from '../kernel/plane.ts';

/** A levelled field and the filter it went through. */
export interface ScatteringField {
  readonly plane: ComplexPlane;
  /** used part of the plane */
  readonly rows: number;
  readonly cols: number;
  /** the filter's radius, cycles per sample along either side */
  readonly rim: Frequency;
  /** whether light passes beside the sample */
  readonly hasBeam: boolean;
  /** whether counts grow less than light does, so that moduli scatter less than the field they are of; absent: they do not */
  readonly flattens?: boolean;
  /** whether a program changed the frame: nothing says that it did so evenly; absent: it did not */
  readonly edited?: boolean;
}
