import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ViewerProps } from '../viewer/viewer.tsx';
import { bytesInWords } from '../shell/amounts.ts';
import { Copyable } from '../shell/copyable.tsx';
import { Lazy } from '../shell/lazy.tsx';
import { useServiceFacts } from '../shell/service-facts.ts';

/** A result that has come back. */
export interface ShownResult {
  readonly evidenceReportId: string;
  readonly zip: Blob;
  /** whether it belongs to an account */
  readonly ofAccount: boolean;
  /** what it was made of, for the viewer; null: it is not known here */
  readonly hologram: File | null;
}

/** A result: what it is called, the package to keep, and everything to look at it with. */
export function ResultView({ result }: { readonly result: ShownResult }) {
  const { evidenceReportId, zip, ofAccount, hologram } = result;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <div class="result-head">
        <h1 ref={heading} tabIndex={-1}>
          Result
        </h1>
        <Identity evidenceReportId={evidenceReportId} ofAccount={ofAccount} />
        <div class="row">
          <Download zip={zip} name={`leith-${evidenceReportId}.zip`} />
          {hologram && (
            <a class="button second" href="#/new">
              Change the parameters
            </a>
          )}
        </div>
      </div>
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
  return <Lazy load={viewer} with={props} waiting="Loading the viewer …" />;
}
