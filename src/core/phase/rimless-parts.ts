/** A 4-connected part of the frame between rims. */
export interface RimlessPart {
  readonly size: number;
  /** one after the other: where a span of its samples begins, and the first one past it */
  readonly spans: readonly number[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface RimlessParts {
  readonly rows: number;
  readonly cols: number;
  /** of each sample, which part it belongs to; -1: a rim */
  readonly of: Int32Array;
  readonly list: readonly RimlessPart[];
  /** of each sample, the part that it was last reached from */
  readonly reached: Int32Array;
}

/** Spans along rows, tied to those above them: of a million samples there are a few thousand. */
export function partsOf(rims: Uint8Array, rows: number, cols: number): RimlessParts {
  const spans: number[] = [];
  /** of each span, one of its part that came before it, or itself */
  const tied: number[] = [];
  const first = (span: number) => {
    let k = span;
    while (tied[k] !== k) k = tied[k] = tied[tied[k]!]!;
    return k;
  };
  let [above, here, rim] = [0, 0, -1];
  for (let row = 0; row < rows; row++) {
    [above, here] = [here, tied.length];
    let over = above;
    const end = (row + 1) * cols;
    for (let i = row * cols; i < end;) {
      while (i < end && rims[i] !== 0) i++;
      if (i === end) break;
      const from = i;
      if (rim < i) rim = nextRim(rims, i);
      i = Math.min(rim, end);
      const span = tied.length;
      spans.push(from, i);
      tied.push(span);
      // of the row above, what ends before this begins touches nothing of this row any more
      while (over < here && spans[2 * over + 1]! + cols <= from) over++;
      for (let k = over; k < here && spans[2 * k]! + cols < i; k++) {
        const [a, b] = [first(k), first(span)];
        if (a < b) tied[b] = a;
        else tied[a] = b;
      }
    }
  }
  return labelled(
    spans,
    tied.map((_, span) => first(span)),
    rows,
    cols,
  );
}

/** The first rim from a sample on; past the last sample where there is none. */
function nextRim(rims: Uint8Array, from: number): number {
  const at = rims.indexOf(1, from);
  return at < 0 ? rims.length : at;
}

/** @param firsts of each span, the first one of its part */
function labelled(
  spans: readonly number[],
  firsts: readonly number[],
  rows: number,
  cols: number,
): RimlessParts {
  const of = new Int32Array(rows * cols).fill(-1);
  const label = new Int32Array(firsts.length);
  const list: {
    -readonly [Key in keyof RimlessPart]: RimlessPart[Key] extends readonly number[]
      ? number[]
      : RimlessPart[Key];
  }[] = [];
  firsts.forEach((start, span) => {
    const [from, to] = [spans[2 * span]!, spans[2 * span + 1]!];
    const row = Math.floor(from / cols);
    if (start === span) {
      label[span] = list.length;
      list.push({ size: 0, spans: [], left: cols, right: 0, top: row, bottom: row });
    }
    label[span] = label[start]!;
    const part = list[label[span]]!;
    part.size += to - from;
    part.spans.push(from, to);
    part.left = Math.min(part.left, from - row * cols);
    part.right = Math.max(part.right, to - 1 - row * cols);
    part.bottom = row;
    of.fill(label[span], from, to);
  });
  return { rows, cols, of, list, reached: new Int32Array(rows * cols).fill(-1) };
}

export function partSamples({ spans, size }: RimlessPart): Int32Array {
  const samples = new Int32Array(size);
  let n = 0;
  for (let k = 0; k < spans.length; k += 2) for (let i = spans[k]!; i < spans[k + 1]!; i++) samples[n++] = i;
  return samples;
}

/** rad, row by row with padding. */
export interface UnwrappedPhase {
  readonly values: Float32Array;
  /** samples from one row to the next */
  readonly pitch: number;
}

/** The part that shows most of the background's phase; the largest where none does. */
export function partOfBackground(
  { of, list, cols }: RimlessParts,
  phase: UnwrappedPhase,
  near: number,
): number {
  const like = new Float64Array(list.length);
  for (let i = 0, row = 0; i < of.length; row++)
    for (let x = 0; x < cols; x++, i++)
      if (of[i]! >= 0 && Math.abs(phase.values[row * phase.pitch + x]!) < near) like[of[i]!]! += 1;
  // less than one sample's worth: the larger of equals
  list.forEach(({ size }, k) => (like[k]! += size / (of.length + 1)));
  return like.indexOf(Math.max(...like));
}

/** The 4-connected neighbours of a sample; -1 and beyond the last one: none. */
export function neighboursOf(i: number, cols: number): readonly [number, number, number, number] {
  const x = i % cols;
  return [x > 0 ? i - 1 : -1, x < cols - 1 ? i + 1 : -1, i - cols, i + cols];
}

/**
 * Samples of rims and specks within some steps of a part, on paths that do not cross the background.
 * @param more steps from there over rims alone
 */
export function surrounding(
  { rows, cols, of, list, reached }: RimlessParts,
  k: number,
  background: number,
  steps: number,
  more: number,
): number[] {
  const found: number[] = [];
  let edge: Iterable<number> = partSamples(list[k]!);
  for (let step = 0; step < steps + more; step++) {
    const next: number[] = [];
    for (const i of edge) {
      for (const n of neighboursOf(i, cols)) {
        if (n < 0 || n >= rows * cols || of[n] === background || of[n] === k || reached[n] === k) continue;
        if (step >= steps && of[n]! >= 0) continue;
        reached[n] = k;
        next.push(n);
        found.push(n);
      }
    }
    edge = next;
  }
  return found;
}

/** The phase of each of a part's samples, row by row. */
export function partPhases(part: RimlessPart, { values, pitch }: UnwrappedPhase, cols: number): Float64Array {
  const samples = partSamples(part);
  const phases = new Float64Array(samples.length);
  for (let k = 0; k < phases.length; k++) {
    const i = samples[k]!;
    phases[k] = values[Math.floor(i / cols) * pitch + (i % cols)]!;
  }
  return phases;
}

/** What the filter does not resolve is no region of its own, and its phase tells nothing: less than a disc of so many samples. */
export function isResolved({ size }: { readonly size: number }, radius: number): boolean {
  return size >= Math.PI * radius * radius;
}
