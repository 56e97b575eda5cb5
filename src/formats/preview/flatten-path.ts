/** Straight pieces, four numbers each: x1, y1, x2, y2. */
export type PathSegments = readonly number[];

const PIECES_PER_CURVE = 8;

/** A path of the commands M, L, H, V and Q (as in SVG, absolute), scaled, its curves replaced by short lines. */
export function flattenPath(path: string, scale: number): PathSegments {
  const segments: number[] = [];
  let x = 0;
  let y = 0;
  const lineTo = (nextX: number, nextY: number): void => {
    segments.push(x * scale, y * scale, nextX * scale, nextY * scale);
    x = nextX;
    y = nextY;
  };
  for (const [, command, numbers] of path.matchAll(/([MLHVQ])([^MLHVQ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = numbers!.trim().split(/\s+/).map(Number);
    if (command === 'M') [x, y] = [a, b];
    else if (command === 'L') lineTo(a, b);
    else if (command === 'H') lineTo(a, y);
    else if (command === 'V') lineTo(x, a);
    else {
      const [startX, startY] = [x, y];
      for (let i = 1; i <= PIECES_PER_CURVE; i++) {
        const t = i / PIECES_PER_CURVE;
        const [p, q, r] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
        lineTo(p * startX + q * a + r * c, p * startY + q * b + r * d);
      }
    }
  }
  return segments;
}

/** Distance of a point to the nearest piece. */
export function distanceTo(segments: PathSegments, x: number, y: number): number {
  let nearest = Infinity;
  for (let i = 0; i < segments.length; i += 4) {
    const startX = segments[i]!;
    const startY = segments[i + 1]!;
    const alongX = segments[i + 2]! - startX;
    const alongY = segments[i + 3]! - startY;
    const length = alongX * alongX + alongY * alongY;
    const projected = ((x - startX) * alongX + (y - startY) * alongY) / (length || 1);
    const t = Math.min(1, Math.max(0, projected));
    const dx = x - startX - t * alongX;
    const dy = y - startY - t * alongY;
    nearest = Math.min(nearest, dx * dx + dy * dy);
  }
  return Math.sqrt(nearest);
}
