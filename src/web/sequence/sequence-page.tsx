import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../account/session.ts';
import { DropZone } from '../shell/drop-zone.tsx';
import { ReadFailure } from './read-failure.tsx';
import { servedFiles, zippedFiles, type PackageFiles } from './package-files.ts';
import { PlayerView } from './player-view.tsx';
import { SequenceReader } from './sequence-reader.ts';
import '../viewer/viewer.css';
import './sequence.css';

export interface SequencePageProps {
  /** of a result at the service; empty: a package of one's own is opened */
  readonly evidenceReportId: string;
  readonly session: Session | null;
  /** a package that lies open already */
  readonly opened: File | null;
}

/** Where a sequence is watched: a result of the account, or a package from this machine, which is sent nowhere. */
export function SequencePage({ evidenceReportId: id, session, opened }: SequencePageProps) {
  const [file, setFile] = useState(opened);
  const apiKey = session?.apiKey ?? null;
  const { reader, error } = useReader(id, apiKey, file);
  const sequence = reader?.report.sequence;
  return (
    <>
      <h1>Sequence</h1>
      {id === '' && (
        <p>
          A package of one’s own is watched here; <a href="#/sequence/new">a sequence is made of frames</a>{' '}
          there.
        </p>
      )}
      {id === '' && (
        <DropZone
          id="sequence"
          label="Package of a sequence"
          action={file ? 'Another one' : 'Drop a ZIP here, or choose a file'}
          compact={file !== null}
          accept=".zip,application/zip"
          onFiles={([first]) => first && setFile(first)}
        />
      )}
      {error && <ReadFailure error={error} />}
      {!reader && !error && (id !== '' || file) && <p class="waiting">Opening the sequence …</p>}
      {sequence && (
        <p class="small">
          {sequence.frames} frames
          {sequence.interval_s === null ? '' : `, one every ${sequence.interval_s} s`}
          {sequence.marked > 0 ? `; ${sequence.marked} do not belong` : ''}
          {id !== '' && (
            <>
              {' · '}
              <a href={`#/result/${encodeURIComponent(id)}`}>report and package</a>
            </>
          )}
        </p>
      )}
      {reader && <PlayerView reader={reader} />}
    </>
  );
}

function useReader(id: string, apiKey: string | null, file: File | null) {
  const [reader, setReader] = useState<SequenceReader | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let gone = false;
    setReader(null);
    setError(null);
    const files = async (): Promise<PackageFiles | null> => {
      if (id !== '') return servedFiles(id, apiKey);
      return file && zippedFiles(file);
    };
    const open = async () => {
      const found = await files();
      return found && SequenceReader.open(found);
    };
    open().then(
      (made) => gone || setReader(made),
      (cause: Error) => gone || setError(cause),
    );
    return () => void (gone = true);
  }, [id, apiKey, file]);
  return { reader, error };
}
