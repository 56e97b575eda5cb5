/** The rig as a person believes it to be. */
export interface Nominal {
  readonly wavelength_um: number;
  /** of a camera pixel on the target */
  readonly pitch_um: number;
  /** see `Subject` */
  readonly magnification: number;
  /** distances from the target to the sensor, µm, in the space that light propagates in */
  readonly from_um: number;
  readonly to_um: number;
  /** whether a person gave that range; else it is a guess around the distance that they gave */
  readonly rangeGiven: boolean;
}
