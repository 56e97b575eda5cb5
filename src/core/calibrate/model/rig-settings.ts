/** How far a rig may be from what a person says of it. */
export interface RigSettings {
  /**
   * depths of field beyond that range at which a fit may still end: near its ends noise moves it over them
   */
  readonly beyond: number;
  /**
   * of the nominal pitch, a share: how far from it is looked, and what a fit may come to: the ±5 % that are promised, and some more for noise.
   * Of the distance given, where no range is, twice as much: it goes with the pitch's square
   */
  readonly scale: number;
  /**
   * of a square pixel's ratio, to both sides, a share: cameras' pixels are square, and few lenses stretch by a per cent. By as much a refit takes a part
   * to be longer along one axis than it is drawn, which looks the same: one σ, looked for, and no part of what is fitted
   */
  readonly ratio: number;
  /**
   * rad, by which axes that are square on a target may be seen off a right angle: cameras’ are square, and what is tilted by 8° shears no more.
   * Turned by 45° that is a ratio of pixels, which from as much on a person should look at
   */
  readonly shear: number;
}

export const rigSettings: RigSettings = {
  beyond: 0.5,
  scale: 0.06,
  ratio: 0.03,
  shear: 0.01,
};
