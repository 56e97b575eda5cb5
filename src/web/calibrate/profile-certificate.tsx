import { COVERAGE } from '../../core/rig/calibration.ts';
import type { Profile } from '../api/calibration.ts';
import { certifiedQuantities, type CertifiedQuantity } from './budget-words.ts';

/** What a certificate says: when, on what it rests, until when it holds, and each quantity with its budget. */
export function ProfileCertificate({ profile }: { readonly profile: Profile }) {
  const { created_at, valid_until, traceability } = profile;
  const quantities = certifiedQuantities(profile);
  if (quantities.length === 0) return null;
  return (
    <section aria-label="Certificate" class="certificate">
      <h2>Certificate</h2>
      <p>
        Measured on {dateOf(created_at)}, due again by {dateOf(valid_until)}.
        {traceability !== undefined && ` ${traceability}`}
      </p>
      <p class="small">
        Values ± {COVERAGE} standard uncertainties (k = {COVERAGE}, about 95 %). Type A comes from the frame,
        B from what is known otherwise; shares are of the variance.
      </p>
      {quantities.map((one) => (
        <Budget key={one.name} {...one} />
      ))}
    </section>
  );
}

function Budget({ label, stated, lines }: CertifiedQuantity) {
  return (
    <details>
      <summary>
        {label}: <span class="no-wrap">{stated}</span>
      </summary>
      <table>
        <caption class="hidden">Uncertainty budget: {label}</caption>
        <thead>
          <tr>
            <th scope="col">source, type</th>
            <th scope="col">standard uncertainty, share</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.label}>
              <th scope="row">
                {line.label}, {line.type}
              </th>
              <td>
                <span class="no-wrap">{line.u}</span>, <span class="no-wrap">{line.share}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function dateOf(text: string): string {
  return new Date(text).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
