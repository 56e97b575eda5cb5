import { useEffect, useRef } from 'preact/hooks';
import { replaceQuery } from '../shell/route.ts';
import { DropZone } from '../shell/drop-zone.tsx';
import { PackageView } from './result-view.tsx';

export interface ViewPageProps {
  /** null: none was opened yet */
  readonly file: File | null;
  /** of what was dropped or chosen, whatever it is */
  readonly onFiles: (files: readonly File[]) => void;
}

/** Result packages from disk, looked at without any server. */
export function ViewPage({ file, onFiles }: ViewPageProps) {
  const number = useNumber(file);
  // the page promises to work without a connection once it is loaded
  useEffect(
    () => void import('../viewer/prepare-viewer.ts').then(({ prepareViewer }) => prepareViewer()),
    [],
  );
  return (
    <>
      <div class={file ? 'view-head' : undefined}>
        <h1>Look at a result package</h1>
        {file === null && (
          <p class="lead">
            Open a ZIP that this service made. It is read in your browser and sent nowhere; that works without
            a connection once this page is loaded.
          </p>
        )}
        <DropZone
          id="package"
          label="Result package"
          action={file ? 'Another one' : 'Drop a ZIP here, or choose a file'}
          compact={file !== null}
          accept=".zip,application/zip"
          {...{ onFiles }}
        />
        {file && (
          <p class="small">
            <a href="#/verify">Check it</a> with its hologram, a proof of the log, or a root that you pinned.
          </p>
        )}
      </div>
      {file && <PackageView key={number} zip={file} name={file.name} hologram={null} />}
    </>
  );
}

/** Each package is looked at from the beginning: what the address says of the one before ends with it. */
function useNumber(file: File | null): number {
  const last = useRef({ file, number: 0 });
  if (file !== last.current.file) {
    if (last.current.file) replaceQuery(new URLSearchParams());
    last.current = { file, number: last.current.number + 1 };
  }
  return last.current.number;
}
