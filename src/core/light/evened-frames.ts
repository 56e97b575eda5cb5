import type { CameraImage } from '../field/camera.ts';
import { mosaicGains, withoutMosaic } from '../field/colour-mosaic.ts';
import { withoutEmptyLines } from '../field/empty-lines.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';

/** A hologram and its background frame as a camera without filters and dead lines had seen them. */
export interface EvenedFrames {
  readonly hologram: CameraImage;
  readonly background: CameraImage | null;
  /** what the four kinds of pixels of a colour camera made of the same light, which was undone; null: it is none */
  readonly mosaic: readonly number[] | null;
  /** places among the floats of rows and columns that hold no recording in one of them, which have what lies between their neighbours */
  readonly empty: readonly number[];
}

/**
 * Fills lines that hold no recording and makes a colour camera's kinds of pixels alike.
 * @param scope owns the planes that are other ones
 * @param slack share of the light by which kinds may differ and be alike
 */
export function evenedFrames(
  kernels: Kernels,
  scope: Scope,
  seen: CameraImage,
  blank: CameraImage | null,
  slack: number,
): EvenedFrames {
  const whole = withoutEmptyLines(kernels, scope, seen);
  const ofBlank = blank && withoutEmptyLines(kernels, scope, blank);
  // also where the range cut some pixels off, unlike `evened`: off-axis what is cut off is put back by the counts as they came, here they are left out by
  // them. Left as they were, beads with half a per cent of full pixels came out 0.35 off in place of 0.06
  const mosaic = mosaicGains(kernels, whole.image.plane, slack);
  const even = (image: CameraImage) => {
    const gains = mosaic && mosaicGains(kernels, image.plane, slack);
    return gains ? withoutMosaic(kernels, scope, image, gains) : image;
  };
  return {
    hologram: mosaic ? withoutMosaic(kernels, scope, whole.image, mosaic) : whole.image,
    background: ofBlank && even(ofBlank.image),
    mosaic,
    empty: [...whole.empty, ...(ofBlank?.empty ?? [])],
  };
}
