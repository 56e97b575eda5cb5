import { useEffect, useRef, useState } from 'preact/hooks';
import type { JobResult } from './use-job.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ViewerProps } from '../viewer/viewer.tsx';
import { bytesInWords } from '../shell/amounts.ts';
import { Copyable } from '../shell/copyable.tsx';
import { Lazy } from '../shell/lazy.tsx';
import { useServiceFacts } from '../shell/service-facts.ts';

export interface ResultViewProps {
  readonly result: JobResult;
  /** back to where it came from; absent: there is nothing to go back to */
  readonly onBack?: () => void;
}

/** A result: what it is called, the package to keep, and everything to look at it with. */
export function ResultView({ result, onBack }: ResultViewProps) {
  const { evidenceReportId, zip, ofAccount, hologram } = result;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <div class="result-head">
        <h1 ref={heading} tabIndex={-1}>
          Result
        </h1>
        <div class="row">
          <Download zip={zip} name={`leith-${evidenceReportId}.zip`} />
          {onBack && (
            <button type="button" class="second" onClick={onBack}>
              Change the parameters
            </button>
          )}
        </div>
      </div>
      <Identity evidenceReportId={evidenceReportId} ofAccount={ofAccount} />
      <PackageView zip={zip} name={`leith-${evidenceReportId}.zip`} hologram={hologram} />
    </div>
  );
}

function Download({ zip, name }: { readonly zip: Blob; readonly name: string }) {
  const address = useObjectUrl(zip);
  if (address === undefined) return null;
  return (
    <a class="button" href={address} download={name}>
      Download the package (ZIP, {bytesInWords(zip.size)})
    </a>
  );
}

function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
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
    <div class="identity small">
      <p>
        Evidence report <Copyable text={evidenceReportId} what="the identifier of the evidence report" />
        {' · '}
        <a href={`#/result/${evidenceReportId}`}>link to this result</a>
      </p>
      {ofAccount ? (
        <p>It is kept in your account, where it can be opened again and deleted.</p>
      ) : (
        <p>
          Keep this identifier: it opens the result again for whoever has it
          {days === null ? '' : `, for ${days === 1 ? 'a day' : `${days} days`} at the most`}. To have the
          result deleted, write to{' '}
          {support === null ? (
            'the operator'
          ) : (
            <a href={`mailto:${support}?subject=${evidenceReportId}`}>{support}</a>
          )}{' '}
          and quote it, or the time of the run.
        </p>
      )}
    </div>
  );
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
  return <Lazy load={viewer} with={props} waiting="Loading the viewer …" />;
}
