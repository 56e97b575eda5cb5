import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { componentWords } from '../../formats/report/component-words.ts';
import { formatValue } from './format-value.ts';

type Component = NonNullable<EvidenceReport['uncertainty']['components']>[number];

/** What the phase's uncertainty is made of, the largest part first. */
export function UncertaintyParts({ components }: { readonly components: readonly Component[] }) {
  const parts = components
    .filter(({ median_rad: u, rms_rad: rms = 0 }) => u === null || u > 0 || rms > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (parts.length === 0) return null;
  const none = components.filter((part) => !parts.includes(part));
  return (
    <>
      <div class="wide">
        <table class="uncertainty-parts">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">1 σ, rad</th>
              <th scope="col">In places, rad</th>
              <th scope="col">Alike over, µm</th>
              <th scope="col">Found from</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ name, median_rad: u, rms_rad: rms, correlation_length_um: length, method }) => (
              <tr key={name}>
                <th scope="row">{componentWords(name)}</th>
                <td>{u === null ? 'not known' : formatValue(u)}</td>
                <td>{rms ? formatValue(rms) : '–'}</td>
                <td>{length == null ? 'all of it' : formatValue(length)}</td>
                <td>{method}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {none.length > 0 && (
        <p class="small">Nothing of: {none.map(({ name }) => componentWords(name)).join('; ')}.</p>
      )}
    </>
  );
}

/** rad, as stated or in places, whichever is more. */
function sizeOf({ median_rad: u, rms_rad: rms = 0 }: Component): number {
  return Math.max(u ?? 0, rms);
}
