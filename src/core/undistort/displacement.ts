import { distortionTerms } from '../rig/distortion-terms.ts';
import type { DistortionToCorrect } from '../rig/rig-correction.ts';

/** By how many camera pixels what belongs at a place of the frame at hand is seen beside it. */
export function displacementOf({
  terms,
  radius_px,
  linear: [xx, xy, yx, yy],
  middle,
}: DistortionToCorrect): (x: number, y: number) => readonly [dx: number, dy: number] {
  return (x, y) => {
    const [u, v] = [(x - middle.x) / radius_px, (y - middle.y) / radius_px];
    let [dx, dy] = [xx * u + xy * v, yx * u + yy * v];
    distortionTerms.forEach((term, k) => {
      const move = term(u, v);
      dx += terms[k]! * move[0];
      dy += terms[k]! * move[1];
    });
    return [radius_px * dx, radius_px * dy];
  };
}

/** The covariance of that displacement, px²: [xx, xy, yy]. Its terms are known independently of each other. */
export function displacementDoubt({
  sigmas,
  radius_px,
  middle,
}: DistortionToCorrect): (x: number, y: number) => readonly [xx: number, xy: number, yy: number] {
  return (x, y) => {
    const [u, v] = [(x - middle.x) / radius_px, (y - middle.y) / radius_px];
    let [xx, xy, yy] = [0, 0, 0];
    distortionTerms.forEach((term, k) => {
      const move = term(u, v);
      const [dx, dy] = [radius_px * sigmas[k]! * move[0], radius_px * sigmas[k]! * move[1]];
      xx += dx * dx;
      xy += dx * dy;
      yy += dy * dy;
    });
    return [xx, xy, yy];
  };
}
