import { scaleBarLength, ticks } from '../../formats/preview/ticks.ts';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import type { DrawnMarks } from './marks-on-map.ts';
import type { ShownMap } from './shown-map.ts';

/** What every figure of a map shows, whatever it is drawn in. */
export interface Figure {
  readonly map: Pick<ShownMap, 'title' | 'unit' | 'rows' | 'cols' | 'pixelSizeUm'>;
  readonly colours: ColourName;
  readonly range: Limits;
  readonly marks: DrawnMarks;
  /** below it: what it is of, and by which evidence */
  readonly caption: readonly string[];
}

/** Where the parts of a figure lie: units of the drawing, from its upper left corner. */
export interface FigureLayout {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly map: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
    /** units a map pixel */
    readonly x: number;
    readonly y: number;
  };
  readonly bar: { readonly left: number; readonly width: number };
  readonly ticks: readonly { readonly y: number; readonly label: string }[];
  readonly scaleBar: {
    readonly top: number;
    readonly length: number;
    readonly um: number;
    readonly label: string;
  };
  /** baselines of the caption's lines */
  readonly lines: readonly number[];
}

/** Units of the drawing: a map is so wide. */
const WIDTH = 800;
export const [MARGIN, LINE] = [24, 20];
const [BAR, ROOM] = [20, 90];

export function layOut({ map, range, caption }: Figure): FigureLayout {
  const scale = WIDTH / map.cols;
  // pixels are drawn as they lie on the sample
  const height = (map.rows * scale * map.pixelSizeUm.y) / map.pixelSizeUm.x;
  const top = MARGIN + LINE;
  const foot = top + height + LINE;
  const bar = scaleBarLength(0.3 * map.cols * map.pixelSizeUm.x);
  return {
    width: MARGIN + WIDTH + MARGIN + BAR + ROOM,
    height: foot + LINE * (caption.length + 2),
    title: map.unit ? `${map.title}, ${map.unit}` : map.title,
    map: { left: MARGIN, top, width: WIDTH, height, x: scale, y: height / map.rows },
    bar: { left: MARGIN + WIDTH + MARGIN, width: BAR },
    ticks: ticks(range, 8).map(({ value, label }) => ({
      y: top + height * (1 - (value - range.min) / (range.max - range.min)),
      label,
    })),
    scaleBar: { top: foot, length: (bar.um / map.pixelSizeUm.x) * scale, um: bar.um, label: bar.label },
    lines: caption.map((_, i) => foot + LINE * (i + 2)),
  };
}
