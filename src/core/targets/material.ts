/** What a part of a target does to light. Chrome is taken as opaque: its height is not certified. */
export type Material =
  | { readonly kind: 'clear' }
  | { readonly kind: 'opaque' }
  /** light passes through a body of some height that lies in a medium */
  | {
      readonly kind: 'body';
      /** the greatest height, along the light */
      readonly height_um: number;
      /** `step`: this height everywhere; `ball`: 2 √(R² − r²) in a circle of radius R = height / 2 */
      readonly profile: 'step' | 'ball';
      readonly refractive_index: number;
      readonly medium_index: number;
    }
  /** light is reflected by a surface raised towards it by `height_um`, in air */
  | { readonly kind: 'raised'; readonly height_um: number };

/** Amplitude let through (or reflected, against the ground of a reflecting target), 0 to 1. */
export function transmissionOf(material: Material): number {
  return material.kind === 'opaque' ? 0 : 1;
}

/**
 * Phase where the material is highest, rad; more optical path is more positive. Through a body 2π (n − m) h / λ; a
 * raised surface shortens the path there and back, −4π h / λ.
 */
export function phaseOf(material: Material, wavelength_um: number): number {
  switch (material.kind) {
    case 'body': {
      const difference = material.refractive_index - material.medium_index;
      return (2 * Math.PI * difference * material.height_um) / wavelength_um;
    }
    case 'raised':
      return (-4 * Math.PI * material.height_um) / wavelength_um;
    default:
      return 0;
  }
}

/** Whether the phase over it is that of the optics plus a constant: where an aberration can be read. */
export function isFlat(material: Material): boolean {
  return material.kind === 'body' ? material.profile === 'step' : material.kind !== 'opaque';
}
