import type { KernelExports } from '../kernel/exports.ts';
import { findDrawn } from '../targets/catalogue.ts';
import { placed, windowOf, type Affine, type Placement } from '../targets/placement.ts';
import { boundsOf, squareWindow, type Box } from '../targets/shape.ts';
import type { TargetModel } from '../targets/target-model.ts';
import { Random } from './random.ts';
import { scatter } from './scatter.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { streams } from './streams.ts';
import { emptyObject } from './thin-object.ts';

/** The geometry of a simulated target: what a fit should find. */
export interface PlacedTarget {
  readonly target_id: string;
  readonly placement: Placement;
  /** of the simulated part, which may differ from the nominal one */
  readonly feature_size_um: number;
  readonly model: TargetModel;
  /** one for each copy: from µm on the target to µm from the frame's upper left corner */
  readonly affines: readonly Affine[];
  readonly pitch_um: number;
  /** the part of the target that the frame shows (of the first copy), µm on the target */
  readonly window: Box;
}

/** @returns null where the object isn't a target; several copies lie where `scatter` puts them */
export function placeTarget(
  spec: SimulationSpec,
  wasm: Pick<KernelExports, 'sin' | 'cos'>,
): PlacedTarget | null {
  const target = spec.target && findDrawn(spec.target.target_id);
  if (!target || !spec.target) return null;
  const { target_id, ...placement } = spec.target;
  const feature_size_um = spec.object.size_um ?? target.entry.feature_size_um;
  const model = target.model({ feature_size_um });
  const view = { rows: spec.height_px, cols: spec.width_px, pitch_um: spec.pixel_pitch_um };
  const first = placed(placement, view, wasm);
  const affines = spec.object.count === 1 ? [first] : copies(spec, model, first);
  return {
    ...{ target_id, placement, feature_size_um, model, affines },
    ...{ pitch_um: view.pitch_um, window: windowOf(affines[0]!, view) },
  };
}

function copies(spec: SimulationSpec, model: TargetModel, like: Affine): Affine[] {
  const frame = emptyObject(spec.height_px, spec.width_px, spec.pixel_pitch_um);
  const reach = Math.max(
    ...model
      .areas(squareWindow(model.field_um.min))
      .map(({ shape }) => boundsOf(shape))
      .map(({ left_um, right_um }) => (right_um - left_um) / 2),
  );
  const places = scatter(frame, spec.object.count, reach, Random.from(spec.seed, streams.object));
  return places.map(({ x_um, y_um }) => ({ ...like, x0: x_um, y0: y_um }));
}
