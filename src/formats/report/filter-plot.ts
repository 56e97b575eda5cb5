import type { SpectrumPicture } from '../../core/reconstruction/reconstruction.ts';
import { html, type Html } from './html.ts';
import { plotFrame, round, scaleOf, type PlotAxis } from './plot-frame.ts';

const WIDTH = 540;
const HEIGHT = 520;
const CROSS = 5;

/** Where in the frequency plane of the camera the filter lies: what is inside it became the field. */
export function filterPlot(spectrum: SpectrumPicture): Html | null {
  const { carrier_cycles_per_px: carrier, filter_radius_cycles_per_px: radius } = spectrum;
  if (!carrier || radius === null) return null;
  const nyquist = { min: -0.5, max: 0.5 };
  const x: PlotAxis = { limits: nyquist, title: 'fx, cycles per camera pixel', from: 72, to: WIDTH - 14 };
  const y: PlotAxis = {
    limits: nyquist,
    title: 'fy (down), cycles per camera pixel',
    from: 14,
    to: HEIGHT - 52,
  };
  const [xAt, yAt] = [scaleOf(x), scaleOf(y)];
  const [rx, ry] = [xAt(radius) - xAt(0), yAt(radius) - yAt(0)].map(round);
  const [cx, cy] = [xAt(carrier.x), yAt(carrier.y)];
  const [twinX, twinY] = [xAt(-carrier.x), yAt(-carrier.y)].map(round);
  return html`<figure class="plot">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="The filter in the frequency plane">
      <clipPath id="plane"><path d="M${x.from} ${y.from}H${x.to}V${y.to}H${x.from}Z" /></clipPath>
      ${plotFrame(x, y)}
      <g clip-path="url(#plane)">
        <ellipse class="twin" cx="${twinX}" cy="${twinY}" rx="${rx}" ry="${ry}" />
        <ellipse class="filter" cx="${round(cx)}" cy="${round(cy)}" rx="${rx}" ry="${ry}" />
        <path class="best" d="M${round(xAt(0))} ${round(yAt(0))}L${round(cx)} ${round(cy)}" />
        <path
          class="curve"
          d="M${round(cx - CROSS)} ${round(cy)}h${2 * CROSS}M${round(cx)} ${round(cy - CROSS)}v${2 * CROSS}"
        />
      </g>
    </svg>
    <figcaption>
      The filter: carrier (${carrier.x.toFixed(4)}, ${carrier.y.toFixed(4)}), radius ${radius.toFixed(4)}
      cycles per camera pixel; dashed: the twin sideband, not used. The frame is the camera's Nyquist limit.
    </figcaption>
  </figure>`;
}
