import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { SpectrumPicture } from '../../core/reconstruction/reconstruction.ts';
import type { Preview } from '../preview/previews.ts';
import { calibrationSection } from './calibration-section.ts';
import type { EvidenceReport } from './evidence-report.ts';
import { filterPlot } from './filter-plot.ts';
import { focusPlot } from './focus-plot.ts';
import { html, Html } from './html.ts';
import { valueText } from './named-value.ts';
import {
  filesTable,
  fociTable,
  metricsList,
  metricsTable,
  parametersTable,
  stepsList,
  verdictSection,
} from './report-sections.ts';
import { reportStyle } from './report-style.ts';
import { twoDigits, uncertaintyBudget } from './uncertainty-budget.ts';

/** The most telling map first. */
const pictureOrder: readonly Preview['name'][] = [
  'phase',
  'height',
  'amplitude',
  'uncertainty',
  'back_propagation_amplitude',
  'back_propagation_phase',
];

/**
 * The evidence report for people: one page that holds everything it shows, loads nothing and runs nothing, which
 * its content security policy also enforces.
 */
export function reportPage(
  report: EvidenceReport,
  previews: readonly Preview[],
  spectrum: SpectrumPicture,
  further: Html | null = null,
): string {
  const styleDigest = createHash('sha256').update(reportStyle).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'`;
  // the policy's digest is of these very characters: no white space may come between
  const style = new Html(`<style>${reportStyle}</style>`);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Hologram reconstruction ${report.evidence_report_id}</title>
        ${style}
      </head>
      <body>
        <main>
          ${header(report)} ${verdictSection(report.quality.flags)} ${keyFacts(report)}
          ${picturesSection(previews)} ${further} ${spectrumSection(previews, spectrum)}
          ${focusSection(report)}
          <h2>Uncertainty</h2>
          ${uncertainty(report)}
          <h2>Quality</h2>
          ${metricsTable(report.quality.metrics)}
          <h2>What was done</h2>
          ${stepsList(report.steps)}
          <h2>Parameters</h2>
          ${parametersTable(report.parameters)} ${inputs(report)}
          <h2>Limitations</h2>
          <ul>
            ${report.limitations.map((limitation) => html`<li>${limitation}</li>`)}
          </ul>
          <h2>Files</h2>
          ${filesTable(report.outputs)} ${verification(report)}
        </main>
      </body>
    </html> `;
  return page.markup;
}

function header({ evidence_report_id, archive_id, created_at, requester, software }: EvidenceReport): Html {
  return html`<header>
    <h1>Hologram reconstruction</h1>
    <p class="soft">Evidence report of ${software.name} ${software.version}. For research use only.</p>
    <dl class="identity">
      <dt>Evidence report</dt>
      <dd><code>${evidence_report_id}</code></dd>
      <dt>Archive</dt>
      <dd><code>${archive_id}</code></dd>
      <dt>Made</dt>
      <dd>${created_at}</dd>
      <dt>Requested by</dt>
      <dd><code>${requester}</code></dd>
    </dl>
  </header>`;
}

function keyFacts(report: EvidenceReport): Html {
  const { median_phase_sigma_rad: median } = report.uncertainty;
  const map = report.outputs.find(({ pixel_size_um }) => pixel_size_um !== null);
  return html`<dl class="facts">
    ${map ? gridFacts(map) : null}
    <div>
      <dt>Median phase uncertainty</dt>
      <dd>${twoDigits(median)}${median === null ? '' : ' rad'}</dd>
    </div>
  </dl>`;
}

function gridFacts(map: EvidenceReport['outputs'][number]): Html {
  // of a sequence the frames come before them
  const [rows = 0, cols = 0] = map.shape.slice(-2);
  const { x, y } = map.pixel_size_um!;
  const short = (value: number): string => valueText(Number(value.toPrecision(4)));
  const pixel = x === y ? short(x) : `${short(x)} × ${short(y)}`;
  return html`<div>
      <dt>Field of view</dt>
      <dd>${short(cols * x)} × ${short(rows * y)} µm</dd>
    </div>
    <div>
      <dt>Map</dt>
      <dd>${cols} × ${rows} px</dd>
    </div>
    <div>
      <dt>Pixel in the sample</dt>
      <dd>${pixel} µm</dd>
    </div>`;
}

function maps(previews: readonly Preview[]): Preview[] {
  return pictureOrder.flatMap((name) => previews.filter((preview) => preview.name === name));
}

function picturesSection(previews: readonly Preview[]): Html {
  if (previews.length === 0) return html`<p class="soft">No pictures were asked for (outputs).</p>`;
  return html`<h2>Pictures</h2>
    <div class="figures pictures">${maps(previews).map(picture)}</div>`;
}

function picture({ name, title, png, width, height, source }: Preview): Html {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
  return html`<figure>
    <img src="data:image/png;base64,${new Html(bytes)}" width="${width}" height="${height}" alt="${title}" />
    <figcaption>
      ${title}. ${source ? html`The values are in <code>${source}</code>.` : null} This picture:
      <code>preview/${name}.png</code>
    </figcaption>
  </figure>`;
}

function spectrumSection(previews: readonly Preview[], spectrum: SpectrumPicture): Html {
  return html`<h2>Spectrum and filter</h2>
    <div class="figures">
      ${previews.filter(({ name }) => name === 'spectrum').map(picture)} ${filterPlot(spectrum)}
    </div>`;
}

function focusSection({ focus_curves, foci }: EvidenceReport): Html | null {
  if (focus_curves.length === 0) return null;
  return html`<h2>Focus</h2>
    ${fociTable(foci)}
    <div class="figures">${focus_curves.map(focusPlot)}</div>`;
}

function uncertainty({ uncertainty: found, outputs }: EvidenceReport): Html {
  const { method, components, lasting_share: _, ...rest } = found;
  const { total_median_rad: total, median_phase_sigma_rad: median, ...values } = rest;
  const isHeld = outputs.some(({ path }) => path === 'data/phase_uncertainty.tif');
  return html`<p>${method}</p>
    ${components ? uncertaintyBudget(components, total ?? median) : null}
    ${Object.keys(values).length > 0 ? metricsList(values) : null} ${isHeld ? uncertaintyMap : null}`;
}

const uncertaintyMap = html`<p>
  <code>phase_uncertainty.tif</code> has all of it for every pixel, one standard deviation.
</p>`;

function inputs({ input, background, calibration, software }: EvidenceReport): Html {
  return html`<h2>Input</h2>
    <p class="soft">
      The frames themselves are not in this package; their digests tell whether a file is the same.
    </p>
    <h3>Hologram</h3>
    ${metricsList(input)}
    <h3>Background</h3>
    ${background ? metricsList(background) : html`<p>None was given.</p>`}
    <h3>Calibration</h3>
    ${calibrationSection(calibration)}
    <h3>Numeric kernels</h3>
    <p class="digest">sha256 ${software.kernel_sha256}</p>`;
}

function verification({ payload_sha256 }: EvidenceReport): Html {
  return html`<h2>How to check this result</h2>
    <p>That no file was changed, in the unpacked package:</p>
    <pre>sha256sum -c manifest-sha256.txt</pre>
    <p>That it is the result it claims to be. This prints the payload digest below:</p>
    <pre>
grep -Ev 'data/(evidence.*\\.json|report\\.html|ro-crate-metadata\\.json)$' manifest-sha256.txt | sha256sum</pre>
    <p class="digest">${payload_sha256}</p>
    <p>
      By doing it again: the same input bytes, parameters, calibration and kernels give the same payload
      digest on every machine.
    </p>`;
}
