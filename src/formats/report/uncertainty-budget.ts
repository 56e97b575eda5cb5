import { componentWords } from './component-words.ts';
import type { EvidenceReport } from './evidence-report.ts';
import { html, type Html } from './html.ts';

type Component = NonNullable<EvidenceReport['uncertainty']['components']>[number];

/** A standard uncertainty deserves two digits (JCGM 100:2008, 7.2.6); null: not known. */
export function twoDigits(sigma: number | null | undefined): string {
  return sigma === null || sigma === undefined ? 'not known' : String(Number(sigma.toPrecision(2)));
}

/**
 * The budget of the phase's uncertainty (JCGM 100:2008): every component with a bar as long as it is large, the largest first,
 * those that are not known before them.
 * @param total rad, median of phase_uncertainty
 */
export function uncertaintyBudget(components: readonly Component[], total: number | null | undefined): Html {
  const size = ({ median_rad, rms_rad = 0 }: Component) => Math.max(median_rad ?? Infinity, rms_rad);
  const rows = components.toSorted((a, b) => (size(a) === size(b) ? 0 : size(b) - size(a)));
  const known = [total, ...components.map(({ median_rad }) => median_rad)].filter((value) => value != null);
  const longest = Math.max(...known);
  return html`<div class="scroll">
      <table class="budget">
        <thead>
          <tr>
            <th>Component</th>
            <th>Type</th>
            <th>1 σ, rad</th>
            <th></th>
            <th>In places</th>
            <th>Correlation length, µm</th>
            <th>How it was found</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, type, median_rad, rms_rad: rms, correlation_length_um: length, method }) =>
              html`<tr>
                <td>${capital(componentWords(name))}</td>
                <td>${type}</td>
                <td class="number">${twoDigits(median_rad)}</td>
                <td>${bar(median_rad, longest)}</td>
                <td class="number">${rms ? twoDigits(rms) : '–'}</td>
                <td class="number">${length === null ? '–' : twoDigits(length)}</td>
                <td class="soft">${method}</td>
              </tr>`,
          )}
          <tr class="total">
            <td>All together</td>
            <td></td>
            <td class="number">${twoDigits(total)}</td>
            <td>${bar(total, longest)}</td>
            <td></td>
            <td></td>
            <td class="soft">median of the map</td>
          </tr>
        </tbody>
      </table>
    </div>
    <p class="soft">
      Type A comes from the scatter of the frame itself, B from what is known otherwise. Each is the median
      over the frame where the light is that of the background, or the root mean square over the frame where
      that is said of how it was found. At a pixel the squares of what each is there add up; these numbers are
      of the frame, and need not add up to the median of the map. “In places” is the root mean square of what
      single places have and others have not. A mean over an area A averages a component out as the variance
      u² π ℓ² / A, where ℓ is its correlation length; one without a length does not average out. How much of
      it lies in each place, <code>lasting_share</code> of <code>evidence.json</code> says.
    </p>`;
}

/** As long as the value is large; nothing where it is 0 or not known. */
function bar(value: number | null | undefined, longest: number): Html | null {
  if (!value || !(longest > 0)) return null;
  return html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${((100 * value) / longest).toFixed(1)}" height="10" />
  </svg>`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
