import type { EvidenceReport } from './evidence-report.ts';
import { html, type Html } from './html.ts';
import { labelOf, valueText } from './named-value.ts';

type Calibration = NonNullable<EvidenceReport['calibration']>;
type Correction = Calibration['corrections'][number];

/** Everything that a calibration profile changed, before and after. */
export function calibrationSection(calibration: EvidenceReport['calibration']): Html {
  if (!calibration) return html`<p>None was applied.</p>`;
  const { profile_id, corrections, profile } = calibration;
  return html`<p>Profile <code>${profile_id}</code>${regionOf(profile)}</p>
    ${
      corrections.length === 0
        ? html`<p>It has nothing that this reconstruction could use.</p>`
        : correctionsTable(corrections)
    }
    <p class="soft">
      What was measured on a target takes the place of what was sent. The standard uncertainty holds the
      target’s own tolerance. <code>evidence.json</code> has the whole profile.
    </p>`;
}

/** Which part of the calibrated frame this one is, where somebody has said so. */
function regionOf({ origin_px: origin }: Calibration['profile']): string {
  if (typeof origin !== 'object' || origin === null || !('x' in origin && 'y' in origin)) return '';
  return `, of whose frame this one begins at pixel (${String(origin.x)}, ${String(origin.y)}), as the request says`;
}

function correctionsTable(corrections: readonly Correction[]): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Correction</th>
          <th>Before</th>
          <th>After</th>
          <th>Standard uncertainty</th>
          <th>Unit</th>
        </tr>
      </thead>
      <tbody>
        ${corrections.map(
          ({ name, before, after, unit, sigma }) =>
            html`<tr>
              <td>${labelOf(name).text}</td>
              <td class="number">${valueText(before)}</td>
              <td class="number">${valueText(after)}</td>
              <td class="number">${valueText(sigma)}</td>
              <td class="soft">${unit === '1' ? '' : unit}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
