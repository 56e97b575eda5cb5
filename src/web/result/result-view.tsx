import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ViewerProps } from '../viewer/viewer.tsx';
import { fetchPackage, packageAddress, packageBytes } from '../api/results.ts';
import { bytesInWords } from '../shell/amounts.ts';
import { Copyable } from '../shell/copyable.tsx';
import { Lazy } from '../shell/lazy.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { saveFile } from '../shell/save-file.ts';
import { useServiceFacts } from '../shell/service-facts.ts';

export interface ResultViewProps {
  readonly evidenceReportId: string;
  /** of the account it belongs to; null: it has none */
  readonly apiKey: string | null;
  readonly opened: OpenedPackage;
  /** what it was made of, for the viewer; null: it is not known here */
  readonly hologram: File | null;
}

/** A result: what it is called, the package to keep, and everything to look at it with. */
export function ResultView({ evidenceReportId, apiKey, opened, hologram }: ResultViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <div class="result-head">
        <h1 ref={heading} tabIndex={-1}>
          Result
        </h1>
        <Identity evidenceReportId={evidenceReportId} ofAccount={apiKey !== null} />
        <div class="row">
          {hologram && (
            <a class="button second" href="#/new">
              Change the parameters
            </a>
          )}
          {opened.report.sequence && (
            <a class="button second" href={`#/sequence/${encodeURIComponent(evidenceReportId)}`}>
              Play the sequence
            </a>
          )}
          <Download {...{ evidenceReportId, apiKey }} />
        </div>
      </div>
      <Lazy load={viewer} with={{ package: opened, hologram }} waiting="Loading the viewer …" />
    </div>
  );
}

type DownloadProps = Pick<ResultViewProps, 'evidenceReportId' | 'apiKey'>;

/** Only now the whole ZIP is fetched: by the browser itself, where it takes no key. */
function Download({ evidenceReportId, apiKey }: DownloadProps) {
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const size = useSize(evidenceReportId, apiKey);
  const name = `leith-${evidenceReportId}.zip`;
  const words = size === null ? 'Download the package' : `Download the package (ZIP, ${bytesInWords(size)})`;
  if (apiKey === null) {
    return (
      <a class="button" href={packageAddress(evidenceReportId, null)} download={name}>
        {words}
      </a>
    );
  }
  const fetch = async (): Promise<void> => {
    setError(null);
    setShare(0);
    try {
      const { zip } = await fetchPackage(evidenceReportId, { apiKey, onProgress: setShare });
      saveFile(new Blob([zip], { type: 'application/zip' }), name);
    } catch (cause) {
      setError(cause as Error);
    }
    setShare(null);
  };
  return (
    <>
      <button type="button" disabled={share !== null} onClick={() => void fetch()}>
        {share === null ? words : `Fetching it: ${Math.round(100 * share)} %`}
      </button>
      {error && <ProblemNotice error={error} />}
    </>
  );
}

/** null: not known yet */
function useSize(evidenceReportId: string, apiKey: string | null): number | null {
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    packageBytes(evidenceReportId, { apiKey, signal: leaving.signal }).then(setBytes, () => undefined);
    return () => leaving.abort();
  }, [evidenceReportId, apiKey]);
  return bytes > 0 ? bytes : null;
}

function Identity({
  evidenceReportId,
  ofAccount,
}: {
  readonly evidenceReportId: string;
  readonly ofAccount: boolean;
}) {
  const { support_email: support = null, public_results_days: days = null } = useServiceFacts() ?? {};
  return (
    <details class="identity small">
      <summary>
        {ofAccount
          ? 'Kept in your account'
          : days === null
            ? 'Kept at this address'
            : `Kept for ${inDays(days)} at this address`}
      </summary>
      <p>
        Evidence report <Copyable text={evidenceReportId} what="the identifier of the evidence report" />
      </p>
      {ofAccount ? (
        <p>
          It is kept in your account, where it can be opened again and deleted; this page’s address leads back
          to it.
        </p>
      ) : (
        <p>
          Keep this page’s address, or the identifier: either opens the result again for whoever has it
          {days === null ? '' : `, for ${inDays(days)} at the most`}. To have the result deleted, write to{' '}
          {support === null ? (
            'the operator'
          ) : (
            <a href={`mailto:${support}?subject=${evidenceReportId}`}>{support}</a>
          )}{' '}
          and quote it, or the time of the run.
        </p>
      )}
    </details>
  );
}

function inDays(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}

interface PackageViewProps {
  readonly zip: Blob;
  readonly name: string;
  readonly hologram: File | null;
}

const viewer = () => import('../viewer/viewer.tsx').then(({ Viewer }) => Viewer);

/** A package, opened. */
export function PackageView({ zip, name, hologram }: PackageViewProps) {
  const [opened, setOpened] = useState<OpenedPackage | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    setOpened(null);
    setError(null);
    let mine: OpenedPackage | null = null;
    let gone = false;
    import('../worker/open-package.ts')
      .then(({ openPackage }) => openPackage(zip, { name }))
      .then(
        (made) => {
          if (gone) return made.close();
          mine = made;
          setOpened(made);
        },
        (cause: Error) => gone || setError(cause),
      );
    return () => {
      gone = true;
      mine?.close();
    };
  }, [zip]);
  if (error) {
    return (
      <p class="notice wrong" role="alert">
        {name} can’t be shown: {error.message}
      </p>
    );
  }
  if (!opened) return <p class="waiting">Opening the package …</p>;
  const props: ViewerProps = { package: opened, hologram };
  return (
    <>
      {opened.report.sequence && (
        <p>
          <a class="button second" href="#/sequence">
            Play the sequence
          </a>
        </p>
      )}
      <Lazy load={viewer} with={props} waiting="Loading the viewer …" />
    </>
  );
}
