/** Places tried along each side. */
const PLACES = 7;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The box in a frame, of a side (px, cut to the frame's), that holds most of something.
 * @param held how much a box holds
 * @param multiple columns: boxes begin at multiples of it
 */
export function boxOfMost(
  frame: { readonly rows: number; readonly cols: number },
  side: number,
  held: (box: Box) => number,
  multiple = 1,
): Box {
  const [width, height] = [Math.min(frame.cols, side), Math.min(frame.rows, side)];
  const starts = (room: number) =>
    Array.from({ length: room > 0 ? PLACES : 1 }, (_, k) => Math.floor((room * k) / (PLACES - 1)));
  const boxes = starts(frame.rows - height).flatMap((y) =>
    starts(frame.cols - width).map((x) => ({ x: x - (x % multiple), y, width, height })),
  );
  const holds = boxes.map(held);
  return boxes[holds.indexOf(Math.max(...holds))]!;
}
