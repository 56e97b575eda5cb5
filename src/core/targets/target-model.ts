import type { Material } from './material.ts';
import type { Box, Point, Shape } from './shape.ts';

/*
 * A target as geometry. Lengths are µm on the part itself, x to the right and y downwards as the part is drawn; the
 * origin is a point that a user would bring to the middle of the view. Nothing here knows of pixels or of a rig.
 *
 * What a fit may believe is part of the model: whether parts keep their places (`rigid`), whether an edge lies where
 * it is drawn or only the middle between two edges does (`edgesKnown`), how far dimensions may be off (`tolerance`),
 * and what such a target can determine at all (`determines`).
 */

/** One painted thing. Areas of a target never overlap, so what a pixel sees is a sum over them. */
export interface Area {
  /** unique in its target, and the same in every window: "group 4 element 2, upright, bar 1" */
  readonly name: string;
  /** areas of one part keep their mutual places in every case; see `rigid` */
  readonly part: string;
  readonly shape: Shape;
  /** cut out of the shape and lying inside it; of no certified size, so nothing to measure */
  readonly cuts?: readonly Shape[];
  /** depth by which a circle about the shape's middle usually takes off its sharp corners, µm: nobody states how far those of the part in hand are filled */
  readonly corners_um?: number;
  /** of a bar: its width as drawn, by a share of which it may be wider than drawn, as makers state it */
  readonly bar_um?: number;
  readonly material: Material;
}

/** Something that repeats: what a fit finds as a peak in the spectrum, and averages over many periods. */
export interface Lattice {
  /** a place where the dark (or raised) parts have their middle */
  readonly origin: Point;
  /** the first period as a vector, µm */
  readonly a: Point;
  /** the second, where it repeats both ways */
  readonly b: Point | null;
  /** ± on the length of a period; null: not known */
  readonly tolerance_um: number | null;
  /** where it extends; null: beyond every useful view */
  readonly box: Box | null;
}

/** Half-widths of what a maker states as ±; null: not stated. */
export interface Tolerance {
  /** of a feature's own size: a diameter, the width of a bar, a width across flats */
  readonly size_um: number | null;
  /** of the distance between two features of one part */
  readonly position_um: number | null;
  /** of a height, as a share of it */
  readonly height_share: number | null;
}

export const quantities = [
  'scale',
  'rotation',
  'anisotropy',
  'shear',
  'distance',
  'aberration',
  'phase_scale',
] as const;
/** `scale`: the pitch in at least one direction; with `anisotropy` in both. `aberration`: off-axis, from flat parts. */
export type RigQuantity = (typeof quantities)[number];

export interface TargetModel {
  /** how light meets it: decides what a height does to the phase */
  readonly illumination: 'transmission' | 'reflection';
  /** what lies wherever no area does */
  readonly ground: Material;
  /** useful lengths of the shorter side of the view, µm on the target */
  readonly field_um: { readonly min: number; readonly max: number };
  /** every area whose bounding box meets the window, in an order that does not depend on the window */
  readonly areas: (window: Box) => Area[];
  readonly lattices: readonly Lattice[];
  /** `whole`: all areas keep their drawn mutual places; `part`: only those of one part do, the layout is nominal */
  readonly rigid: 'whole' | 'part';
  /** `scattered`: a frame may hold any number of copies, at places nobody knows */
  readonly copies: 'one' | 'scattered';
  /** metal through and through: a layer of chrome lets some light through, this none */
  readonly solid?: true;
  /** false: widths are drawn but not published; the middle between opposite edges counts, an edge alone does not */
  readonly edgesKnown: boolean;
  /** drawn round, and made to a diameter: how round it is nobody states, so its shape says nothing of the pixels’ */
  readonly mayBeOval?: true;
  readonly tolerance: Tolerance;
  readonly determines: readonly RigQuantity[];
  /** of lines that are as long as their maker likes: the same with these ends; absent: lines end where they are drawn */
  readonly withLines?: (ends: Ends) => TargetModel;
  /** of lines whose width nobody has said: the same with others; absent: they are about as wide as drawn */
  readonly otherWidths?: readonly TargetModel[];
  /** what is most easily taken for it, as it repeats alike; absent: nothing else of its period is made */
  readonly lookalike?: { readonly name: string; readonly model: TargetModel };
}

/** Where the line of a name begins and ends, µm along it. */
export type Ends = (name: string) => readonly [number, number];

/** What a certificate says about the very part in hand, in place of the nominal values. */
export interface Certificate {
  /** what it measures is said by `sizeIs` of the target */
  readonly feature_size_um?: number | undefined;
  readonly feature_tolerance_um?: number | undefined;
  /** half-width of what any length of the part may differ from what is said, a share; absent: what its maker states */
  readonly part_tolerance?: number | undefined;
  /** who made it, where makers of the target state different tolerances */
  readonly maker?: string | undefined;
  /** by how many standard uncertainties the tolerance is stated; absent: it is a limit, with any value inside it as likely */
  readonly k?: number | undefined;
  /** what is written on it, so that others find it again */
  readonly number?: string | undefined;
}
