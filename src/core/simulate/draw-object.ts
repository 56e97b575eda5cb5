import type { KernelExports } from '../kernel/exports.ts';
import type { Margin } from './margin.ts';
import { paintBeads } from './paint-beads.ts';
import { paintCells } from './paint-cells.ts';
import { paintStar } from './paint-star.ts';
import { paintSteps } from './paint-steps.ts';
import { paintTarget } from './paint-target.ts';
import { placeTarget } from './place-target.ts';
import { Random } from './random.ts';
import { paintChart } from './resolution-chart.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { streams } from './streams.ts';
import { emptyObject, type ThinObject } from './thin-object.ts';

/**
 * The object of a specification as it would be before any optics limits its detail.
 * @param margin how far a target is drawn beyond the frame; other objects have none
 */
export function drawObject(
  spec: SimulationSpec,
  wasm: KernelExports,
  margin: Margin = { x: 0, y: 0 },
): ThinObject {
  const pitch_um = spec.pixel_pitch_um;
  const object = emptyObject(spec.height_px + 2 * margin.y, spec.width_px + 2 * margin.x, pitch_um);
  const random = Random.from(spec.seed, streams.object);
  switch (spec.object.kind) {
    case 'flat':
      break;
    case 'beads':
      paintBeads(object, spec.object, random);
      break;
    case 'cells':
      paintCells(object, spec.object, random, wasm);
      break;
    case 'phase-steps':
      paintSteps(object, spec.object);
      break;
    case 'absorbing-chart':
    case 'phase-chart':
      paintChart(object, spec.object);
      break;
    case 'star':
      paintStar(object, spec.object, wasm);
      break;
    case 'target': {
      const { model, affines } = placeTarget(spec, wasm)!;
      const moved = affines.map((affine) => ({
        ...affine,
        ...{ x0: affine.x0 + margin.x * pitch_um, y0: affine.y0 + margin.y * pitch_um },
      }));
      paintTarget(object, model, moved, spec.wavelength_um, wasm);
      break;
    }
    case 'mixed':
      paintCells(object, spec.object, random, wasm);
      paintChart(object, { ...spec.object, size_um: null, phase_rad: 0 });
      break;
  }
  return object;
}
