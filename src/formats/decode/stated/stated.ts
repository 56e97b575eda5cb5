/** What a file's metadata say of the rig. They are somebody's entries: to be shown and compared, never believed unseen. */
export interface StatedRig {
  readonly pixelSize: StatedSize | null;
  readonly wavelength: StatedWavelength | null;
  /** how viewers are asked to show the frame otherwise than it is stored, in words */
  readonly shown?: string;
}

/** From pixel to pixel; microscopes state it in the sample's plane, camera programs on the sensor. */
export interface StatedSize {
  readonly x_um: number;
  readonly y_um: number;
  /** where it stands, in words */
  readonly source: string;
}

export interface StatedWavelength {
  readonly um: number;
  readonly source: string;
}

export const nothingStated: StatedRig = { pixelSize: null, wavelength: null };
