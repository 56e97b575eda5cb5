import { useState } from 'preact/hooks';
import { inPageWords } from '../fields/page-words.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { withMinus } from '../../formats/preview/ticks.ts';
import { askAgain } from './verdict.ts';
import { formatValue } from './format-value.ts';
import { saveFile } from '../shell/save-file.ts';
import { UncertaintyParts } from './uncertainty-parts.tsx';

/** How the result came about, as its evidence report says. */
export function ReportTab({ opened }: { readonly opened: OpenedPackage }) {
  const { report } = opened;
  return (
    <div class="report-tab">
      <Facts {...{ opened }} />
      <Flags report={report} />
      <section>
        <h2>Uncertainty</h2>
        <p>{report.uncertainty.method}</p>
        <UncertaintyParts components={report.uncertainty.components ?? []} />
        <ValueList values={numbersOf(report.uncertainty)} />
      </section>
      <section>
        <h2>Steps</h2>
        <ol>
          {report.steps.map((step, i) => (
            <Step key={i} step={step} />
          ))}
        </ol>
      </section>
      <section>
        <h2>Quality</h2>
        <ValueList values={report.quality.metrics} />
      </section>
      <section>
        <h2>Parameters</h2>
        <ValueList values={flat(report.parameters.used)} />
        {report.calibration && (
          <>
            <h3>Calibration {report.calibration.profile_id}</h3>
            <ValueList values={correctionsOf(report.calibration)} />
          </>
        )}
      </section>
      <Limitations report={report} />
      <Downloads opened={opened} />
    </div>
  );
}

function Facts({ opened: { report, inspection, origin } }: { readonly opened: OpenedPackage }) {
  const { input, background, software } = report;
  return (
    <section>
      <h2>Result</h2>
      <ValueList
        values={{
          ...(origin === 'page'
            ? { made_by: 'this page: nothing was sent, nothing is signed' }
            : { evidence_report: report.evidence_report_id, archive: report.archive_id }),
          created: report.created_at,
          made_for: report.requester,
          software: `${software.name} ${software.version}`.trim(),
          kernel_sha256: software.kernel_sha256,
          input: `${input.format.toUpperCase()}, ${input.width_px} × ${input.height_px} px, ${input.bit_depth} bit`,
          input_sha256: input.sha256,
          ...(background && { background_sha256: background.sha256 }),
          ...(origin === 'package' && { payload_sha256: report.payload_sha256 }),
          ...(inspection?.signed.kind === 'signed' && { signed_with_the_key: inspection.signed.keyId }),
        }}
      />
    </section>
  );
}

const levels = { info: 'Note', needs_review: 'Please look', warning: 'Warning' } as const;

function Flags({ report: { quality } }: { readonly report: EvidenceReport }) {
  return (
    <section>
      <h2>Flags</h2>
      {quality.flags.length === 0 ? (
        <p>None was raised.</p>
      ) : (
        <ul class="report-flags">
          {quality.flags.map((flag, i) => (
            <li key={i} class={`flag-${flag.level}`}>
              <strong>{levels[flag.level] ?? flag.level}:</strong> {inPageWords(flag.detail)}{' '}
              <code>{flag.code}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Step({ step }: { readonly step: EvidenceReport['steps'][number] }) {
  return (
    <li>
      <h3>{step.name}</h3>
      <p>{step.method}</p>
      <p class="small">
        <cite>{step.source}</cite>
      </p>
      <details>
        <summary>Numbers</summary>
        <ValueList values={step.metrics} />
      </details>
    </li>
  );
}

function Limitations({ report: { limitations } }: { readonly report: EvidenceReport }) {
  return (
    <section>
      <h2>Limitations</h2>
      <ul>
        {limitations.map((text, i) => (
          <li key={i}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function Downloads({
  opened: { report, reportPage, parts, name, origin },
}: {
  readonly opened: OpenedPackage;
}) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const stem = name.replace(/\.zip$/i, '');
  const json = () =>
    saveFile(
      new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
      `${stem}-evidence.json`,
    );
  const page = async (): Promise<void> => {
    setTrouble(null);
    try {
      const html = reportPage ?? (await parts!.reportPage());
      saveFile(html, `${stem}-report.html`);
    } catch (cause) {
      setTrouble((cause as Error).message);
    }
  };
  return (
    <div class="panel-buttons">
      <button type="button" onClick={json}>
        Save the report (JSON)
      </button>
      {origin === 'package' && (
        <a class="button second" href={askAgain(report, {})}>
          New request with these parameters
        </a>
      )}
      {(reportPage || parts) && (
        <button type="button" onClick={() => void page()}>
          Save the printable report (HTML)
        </button>
      )}
      {trouble && <span role="alert">{trouble}</span>}
    </div>
  );
}

function ValueList({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  return (
    <dl class="values">
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt>{readable(name)}</dt>
          <dd>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const units: readonly (readonly [string, string])[] = [
  ['_cycles_per_px', 'cycles/px'],
  ['_cycles_per_um', 'cycles/µm'],
  ['_counts2', 'counts²'],
  ['_counts', 'counts'],
  ['_um', 'µm'],
  ['_mm', 'mm'],
  ['_nm', 'nm'],
  ['_rad', 'rad'],
  ['_px', 'px'],
  ['_deg', '°'],
];

/** `median_phase_sigma_rad` → `median phase sigma, rad`. */
function readable(name: string): string {
  const unit = units.find(([suffix]) => name.endsWith(suffix));
  const words = (unit ? name.slice(0, -unit[0].length) : name).replaceAll('_', ' ');
  return unit ? `${words}, ${unit[1]}` : words;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return withMinus(String(Number(value.toPrecision(6))));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function numbersOf({
  method: _,
  components: __,
  lasting_share: ___,
  ...rest
}: EvidenceReport['uncertainty']): Record<string, unknown> {
  return rest;
}

/** Each correction as what it changed, from and to. */
function correctionsOf({ corrections }: NonNullable<EvidenceReport['calibration']>): Record<string, unknown> {
  return Object.fromEntries(
    corrections.map(({ name, before, after, unit, sigma }) => [
      name,
      `${shown(before)} → ${shown(after)}${sigma === undefined ? '' : ` ± ${formatValue(sigma)}`} ${unit}`,
    ]),
  );
}

/** What lies in objects, one level up. */
function flat(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value)
        : [[name, value]],
    ),
  );
}
