import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { ColourName } from '../colour/colour-maps.ts';

/** of a surface's longer side: what the whole range of its colours is high by default */
export const USUAL_HEIGHT = 0.25;

export interface SurfaceGrid {
  readonly rows: number;
  readonly cols: number;
  readonly values: Float32Array;
}

export interface SurfaceLook {
  readonly colours: ColourName;
  readonly range: Limits;
  /** times the usual height, a quarter of the longer side for the whole range */
  readonly stretch: number;
}

/** What colours a surface in place of its own values: as many samples. */
export interface SurfaceDrape {
  readonly values: Float32Array;
  readonly colours: ColourName;
  readonly range: Limits;
}

/** What stands around a surface. */
export interface SurfaceAxes {
  /** µm on the sample */
  readonly widthUm: number;
  readonly heightUm: number;
  /** of the values */
  readonly unit: string;
  /** a CSS colour */
  readonly ink: string;
}

/** Where a surface is looked at from: rad around and above it, and how many of its longer sides away. */
export interface SurfaceEye {
  readonly around: number;
  readonly above: number;
  readonly away: number;
}

/** What the drawing worker is told; the canvas comes first and once. */
export interface SurfaceMessage {
  readonly canvas?: OffscreenCanvas;
  readonly surface?: {
    readonly grid: SurfaceGrid;
    readonly look: SurfaceLook;
    readonly axes: SurfaceAxes;
    readonly drape: SurfaceDrape | null;
  };
  readonly eye?: SurfaceEye;
  readonly size?: { readonly width: number; readonly height: number; readonly ratio: number };
}
