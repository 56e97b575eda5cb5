import type { EvidenceReport } from './evidence-report.ts';
import { html, type Html } from './html.ts';
import { labelOf, valueText } from './named-value.ts';

type Flag = EvidenceReport['quality']['flags'][number];
type Values = Readonly<Record<string, unknown>>;

const levelWords: Readonly<Record<Flag['level'], string>> = {
  warning: 'Warning',
  needs_review: 'Needs review',
  info: 'Note',
};
const levels = ['warning', 'needs_review', 'info'] as const;

/** What the flags amount to, worst first, in plain words. */
export function verdictSection(flags: readonly Flag[]): Html {
  const worst = levels.find((level) => flags.some((flag) => flag.level === level)) ?? 'info';
  const headline = {
    warning: 'Look before you use this result: something is wrong or weak.',
    needs_review: 'A person should look at this result before it is used.',
    info: 'Nothing about this result calls for a second look.',
  }[worst];
  const sorted = flags.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  return html`<section class="verdict ${worst}">
    <strong>${headline}</strong>
    <ul class="flags">
      ${sorted.map(
        ({ level, detail, code }) =>
          html`<li>
            <span class="level ${level}">${levelWords[level]}:</span> ${detail}
            <code class="soft">${code}</code>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** What was sent beside what was used; a value nobody sent stands alone. */
export function parametersTable({ requested, used }: EvidenceReport['parameters']): Html {
  const { recipe, ...found } = used;
  const flat: Values = { ...(isRecord(recipe) ? recipe : {}), ...found };
  const all = [...new Set([...Object.keys(requested), ...Object.keys(flat)])];
  const names = all.filter((name) => requested[name] !== undefined || (flat[name] ?? null) !== null);
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Parameter</th>
          <th>Sent</th>
          <th>Used</th>
          <th>Unit</th>
        </tr>
      </thead>
      <tbody>
        ${names.map((name) => {
          const { text, unit } = labelOf(name);
          const [sent, taken] = [valueText(requested[name]), valueText(flat[name])];
          return html`<tr>
            <td>${text}</td>
            <td class="number soft">${sent}</td>
            <td class="number${sent === '–' || sent === taken ? '' : ' changed'}">${taken}</td>
            <td class="soft">${unit}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

export function stepsList(steps: EvidenceReport['steps']): Html {
  return html`<ol class="steps">
    ${steps.map(
      ({ name, method, source, metrics }) =>
        html`<li>
          <h3>${labelOf(name).text}</h3>
          ${method} <span class="soft">Source: ${source}</span>
          ${metricsList(metrics)}
        </li>`,
    )}
  </ol>`;
}

/** Names and values in a row, each with its unit. */
export function metricsList(metrics: Values): Html {
  return html`<dl class="metrics">
    ${Object.entries(metrics).map(([name, value]) => {
      const { text, unit } = labelOf(name);
      return html`<div>
        <dt>${text}</dt>
        <dd>${valueText(value)} ${unit}</dd>
      </div>`;
    })}
  </dl>`;
}

export function metricsTable(metrics: Values): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Metric</th>
          <th>Value</th>
          <th>Unit</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(metrics).map(([name, value]) => {
          const { text, unit } = labelOf(name);
          return html`<tr>
            <td>${text}</td>
            <td class="number">${valueText(value)}</td>
            <td class="soft">${unit}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** Every distance at which something is in focus, the one that was used first. */
export function fociTable(foci: EvidenceReport['foci']): Html {
  const percent = (share: number | null) => (share === null ? '–' : `${Math.round(100 * share)} %`);
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>In focus at</th>
          <th>Standard uncertainty</th>
          <th>Depth of field</th>
          <th>What</th>
          <th>Share of the structure</th>
          <th>Where (x, y, width, height)</th>
        </tr>
      </thead>
      <tbody>
        ${foci.map(
          ({ z_mm, sigma_mm, depth_of_field_mm, kind, share, region_px: { x, y, width, height } }, index) =>
            html`<tr>
              <td class="number">${valueText(z_mm)} mm${index === 0 ? ' (used)' : ''}</td>
              <td class="number">${valueText(sigma_mm)} mm</td>
              <td class="number">${valueText(depth_of_field_mm)} mm</td>
              <td>${kind ?? '–'}</td>
              <td class="number">${percent(share)}</td>
              <td class="number">${x}, ${y}, ${width}, ${height} px</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function filesTable(outputs: EvidenceReport['outputs']): Html {
  return html`<div class="scroll">
    <table class="files">
      <thead>
        <tr>
          <th>File</th>
          <th>Quantity</th>
          <th>Unit</th>
          <th>Rows × columns</th>
          <th>Type</th>
          <th>SHA-256</th>
        </tr>
      </thead>
      <tbody>
        ${outputs.map(
          ({ path, quantity, unit, shape, dtype, sha256 }) =>
            html`<tr>
              <td>${path}</td>
              <td>${quantity}</td>
              <td>${unit ?? '–'}</td>
              <td class="number">${shape.join(' × ')}</td>
              <td>${dtype}</td>
              <td class="digest soft">${sha256}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
