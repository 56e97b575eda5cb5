import { COVERAGE } from '../../core/rig/calibration.ts';
import type { Profile } from '../api/calibration.ts';
import { certifiedQuantities, type CertifiedQuantity } from './budget-words.ts';
import { alsoStated, calibratedItem, type Stated } from './certificate-words.ts';

/** What a certificate says (ISO/IEC 17025:2017, 7.8.4): of what it is, when and how it was measured, on what it rests, until when it holds, and each quantity with its budget. */
export function ProfileCertificate({ profile }: { readonly profile: Profile }) {
  const { created_at, valid_until, traceability } = profile;
  const quantities = certifiedQuantities(profile);
  if (quantities.length === 0) return null;
  return (
    <section aria-label="Certificate" class="certificate">
      <h2>Certificate</h2>
      <Statements of="What was calibrated" rows={calibratedItem(profile)} />
      <p>
        Measured on {dateOf(created_at)}, due again by {dateOf(valid_until)}.
        {traceability !== undefined && ` ${traceability}`}
      </p>
      <p class="small">
        Values ± the expanded uncertainty U, which about 95 % of such values hold to: k standard
        uncertainties, {COVERAGE} where the law of their sum is normal and down to 1.65 where most of it is
        limits that nothing lies beyond (rectangular). Type A comes from the frame, B from what is known
        otherwise; shares are of the variance. They are those of the rig as it was when the frame was
        recorded.
      </p>
      {quantities.map((one) => (
        <Budget key={one.name} {...one} />
      ))}
      <Statements of={`Also found, with k = ${COVERAGE}`} rows={alsoStated(profile)} />
    </section>
  );
}

function Statements({ of, rows }: { readonly of: string; readonly rows: readonly Stated[] }) {
  if (rows.length === 0) return null;
  return (
    <table>
      <caption>{of}</caption>
      <tbody>
        {rows.map(({ label, stated }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{stated}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Budget({ label, stated, k, lines }: CertifiedQuantity) {
  return (
    <details>
      <summary>
        {label}: <span class="no-wrap">{stated}</span> <span class="no-wrap small">k = {k}</span>
      </summary>
      <table>
        <caption class="hidden">Uncertainty budget: {label}</caption>
        <thead>
          <tr>
            <th scope="col">source, type, law</th>
            <th scope="col">standard uncertainty, share</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.label}>
              <th scope="row">
                {[line.label, line.type, line.law].filter((word) => word !== null).join(', ')}
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
