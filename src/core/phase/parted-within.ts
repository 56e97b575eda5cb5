import { partSamples, type RimlessParts, type UnwrappedPhase } from './rimless-parts.ts';

/**
 * Samples that turns from neighbour to neighbour part from the most of what no rim parts them from: by the way round, over rims, they
 * got another number of turns than by the way straight on. A cut that ends amid a part leaves it in one piece.
 */
export function partedWithin(parts: RimlessParts, { values, pitch }: UnwrappedPhase): number[] {
  const { rows, cols, of, list } = parts;
  const at = (i: number) => values[Math.floor(i / cols) * pitch + (i % cols)]!;
  const isTurned = (i: number, n: number) => Math.abs(at(n) - at(i)) > Math.PI;
  const isCut = new Uint8Array(list.length);
  for (let i = 0; i < of.length; i++) {
    const part = of[i]!;
    if (part < 0 || isCut[part] === 1) continue;
    const right = i % cols < cols - 1 ? i + 1 : i;
    const below = i + cols < of.length ? i + cols : i;
    if ((of[right] === part && isTurned(i, right)) || (of[below] === part && isTurned(i, below)))
      isCut[part] = 1;
  }
  const seen = new Uint8Array(rows * cols);
  const steps = [-1, 1, -cols, cols];
  /** all that is reached from a sample without a rim or a turn */
  const pieceOf = (first: number) => {
    const piece = [first];
    seen[first] = 1;
    for (const i of piece) {
      const x = i % cols;
      for (let step = x > 0 ? 0 : 1; step < 4; step++) {
        const n = i + steps[step]!;
        if ((step === 1 && x === cols - 1) || of[n] !== of[i] || seen[n] === 1 || isTurned(i, n)) continue;
        seen[n] = 1;
        piece.push(n);
      }
    }
    return piece;
  };
  return list
    .filter((_, k) => isCut[k] === 1)
    .flatMap((part) => {
      const pieces: number[][] = [];
      for (const i of partSamples(part)) if (seen[i] === 0) pieces.push(pieceOf(i));
      const most = pieces.reduce((a, b) => (b.length > a.length ? b : a));
      return pieces.filter((piece) => piece !== most).flat();
    });
}
