import type { FrameRecord } from '../../core/sequence/develop-frame.ts';
import { html, type Html } from '../report/html.ts';
import { frameMarks, type FrameRow } from './frames-table.ts';
import { timePlot } from './time-plot.ts';

const courses: readonly (readonly [keyof FrameRecord, string])[] = [
  ['piston_rad', 'Piston taken out, rad'],
  ['tilt_x_fringes', 'Tilt along x taken out, fringes across the frame'],
  ['tilt_y_fringes', 'Tilt along y taken out, fringes down the frame'],
  ['defocus_rad', 'Defocus taken out, rad from centre to edge'],
  ['light', 'Amplitude over the reference’s'],
  ['sigma_factor', 'Phase uncertainty over that of the usual frame'],
  ['data_misfit', 'What the field leaves of the hologram, over the noise'],
  ['agreement', 'Share of the frame that agrees with the reference'],
];

/** Of an in-line frame some are not known. */
function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

const MOST_LISTED = 50;

/** What the report for people says of the frames: plots over time, and those that do not belong. */
export function sequenceSection(rows: readonly FrameRow[], interval_s: number | null): Html {
  const plots = courses.map(([name, title]) => {
    const values = rows.map((row) => (frameMarks(row).length === 0 ? finite(row.record![name]) : null));
    return timePlot({ title: `${title}.`, name, values }, interval_s);
  });
  return html`<h2>Over time</h2>
    ${marked(rows)}
    <div class="figures">${plots}</div>
    <p>
      The plots are of the frames that belong. <code>frames.csv</code> has these numbers and the digest of
      every frame. The phase and the amplitude of all frames are in <code>phase.ome.zarr</code> and
      <code>amplitude.ome.zarr</code> (OME-Zarr 0.5). <code>phase_uncertainty.tif</code> holds for a frame of
      the usual light, in-line for all of them; <code>sigma_factor</code> in the table takes it to each frame.
      <code>phase_noise.tif</code> is the part of it that is another in each frame:
      <code>temporal_std.tif</code> is to be compared with that one.
    </p>`;
}

function marked(rows: readonly FrameRow[]): Html {
  const those = rows.flatMap((row, k) => {
    const flags = frameMarks(row);
    return flags.length > 0 ? [`${k} (${flags.join(', ')})`] : [];
  });
  if (those.length === 0) return html`<p>All ${rows.length} frames belong together.</p>`;
  const more = those.length > MOST_LISTED ? ` and ${those.length - MOST_LISTED} more` : '';
  const listed = those.slice(0, MOST_LISTED).join(', ');
  return html`<p>
    ${those.length} of ${rows.length} frames do not belong, and are in neither the mean nor the scatter:
    ${listed}${more}.
  </p>`;
}
