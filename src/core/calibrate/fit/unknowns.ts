import { squareWindow } from '../../targets/shape.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import type { Unknown } from '../model/state.ts';

/** What is fitted while little is known yet. */
export function firstUnknowns(model: TargetModel): Unknown[] {
  const rotation: Unknown[] = model.determines.includes('rotation') ? ['rotation'] : [];
  return ['scale', ...rotation, 'x0', 'y0', 'zeta'];
}

/**
 * A grating of steps, that is of phase only: of its orders often just the first passes, and that says one thing by its
 * strength and one by its phase. The first is the height here; then the blur is that of the pixels, width and gap are
 * as drawn, and the second is the distance.
 */
export function isStepped({ lattices, illumination }: TargetModel): boolean {
  return lattices.length > 0 && illumination === 'reflection';
}

/** What nobody states of an area that lies about the origin. */
function unstatedOf({ areas }: TargetModel): Unknown[] {
  const middle = areas(squareWindow(2));
  return [
    ...(middle.some(({ cuts }) => cuts) ? (['cuts'] as const) : []),
    ...(middle.some(({ corners_um }) => corners_um !== undefined) ? (['corners'] as const) : []),
  ];
}

export function allUnknowns(model: TargetModel, pieces: number): Unknown[] {
  const has = (name: TargetModel['determines'][number]) => model.determines.includes(name);
  const stepped = isStepped(model);
  const height = stepped || has('phase_scale');
  const shifts = Array.from({ length: pieces }, (_, k): Unknown[] => [`x${k}`, `y${k}`]).flat();
  return [
    'scale',
    ...(has('rotation') ? (['rotation'] as const) : []),
    ...(has('anisotropy') || model.mayBeOval ? (['anisotropy', 'shear'] as const) : []),
    ...shifts,
    'zeta',
    ...(stepped ? [] : (['blur'] as const)),
    ...(model.ground.kind === 'clear' && !height && !model.solid ? (['contrast'] as const) : []),
    ...(model.edgesKnown || height ? [] : (['wider'] as const)),
    // where its lines end is read off the frame by the very scale that is sought, and says nothing of it
    ...(model.withLines ? (['longer'] as const) : []),
    ...unstatedOf(model),
    ...(height ? (['phase_scale'] as const) : []),
  ];
}
