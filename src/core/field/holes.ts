/** What is marked of a plane, row by row. */
export interface MarkedPlane {
  readonly rows: number;
  readonly cols: number;
  /** 1 where something is, row by row */
  readonly marks: Uint8Array;
}

/** With 1 also where no way leads to the frame's edge but through marks. */
export function withHolesFilled({ rows, cols, marks }: MarkedPlane): Uint8Array {
  const all = new Uint8Array(marks.length).fill(1);
  const open: number[] = [];
  const visit = (at: number) => {
    if (marks[at] || !all[at]) return;
    all[at] = 0;
    open.push(at);
  };
  for (let x = 0; x < cols; x += 1) [x, (rows - 1) * cols + x].forEach(visit);
  for (let y = 0; y < rows; y += 1) [y * cols, y * cols + cols - 1].forEach(visit);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % cols;
    if (x > 0) visit(at - 1);
    if (x < cols - 1) visit(at + 1);
    if (at >= cols) visit(at - cols);
    if (at + cols < all.length) visit(at + cols);
  }
  return all;
}
