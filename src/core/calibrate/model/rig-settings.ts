/** How far a rig may be from what a person says of it. */
export interface RigSettings {
  /** of the distance given, where no range is: to both sides, a share */
  readonly distanceShare: number;
  /**
   * depths of field beyond that range at which a fit may still end: near its ends noise moves it over them
   */
  readonly beyond: number;
  /** of the nominal pitch, a share: how far from it is looked, and what a fit may come to: the ±5 % that are promised, and some more for noise */
  readonly scale: number;
  /** of a square pixel's ratio, to both sides, a share: cameras' pixels are square, and few lenses stretch by a per cent */
  readonly ratio: number;
  /** rad, by which axes that are square on a target may be seen off a right angle: cameras’ are square, and what is tilted by 8° shears no more */
  readonly shear: number;
}

export const rigSettings: RigSettings = {
  distanceShare: 0.12,
  beyond: 0.5,
  scale: 0.06,
  ratio: 0.03,
  shear: 0.01,
};
