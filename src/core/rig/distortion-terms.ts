/**
 * Where a lens puts what lies at (u, v), from −1 to 1 along the longer side of the frame, beside where it belongs: radial
 * terms and the two tangential ones of a lens that is not centred (Brown, Photogrammetric Engineering 32 (1966), 444).
 */
export const distortionTerms: readonly ((u: number, v: number) => readonly [number, number])[] = [
  (u, v) => [u * (u * u + v * v), v * (u * u + v * v)],
  (u, v) => [3 * u * u + v * v, 2 * u * v],
  (u, v) => [2 * u * v, u * u + 3 * v * v],
];
