import { useEffect, useMemo, useState } from 'preact/hooks';
import type { KeyDocument } from '../../formats/verify/key-list.ts';
import { signingKeys } from '../api/signing-keys.ts';
import { DropZone } from '../shell/drop-zone.tsx';
import { currentQuery, replaceQuery } from '../shell/route.ts';
import { TextField } from '../shell/text-field.tsx';
import { useArrivingFiles } from '../shell/arriving-files.ts';
import { sortedFiles } from './role-of-file.ts';
import { useVerified } from './use-verified.ts';
import { VerifiedSection } from './verified-section.tsx';
import type { GivenFiles, Role, VerifyTask } from './verify-message.ts';
import './verify.css';

export interface VerifyPageProps {
  /** what lies open in the viewer; null: nothing */
  readonly opened: File | null;
  readonly onView: (file: File) => void;
}

const NONE: GivenFiles = {
  ...{ package: null, hologram: null, background: null, proof: null },
  ...{ keys: null, authorities: null, checkpoint: null, consistency: null },
};

/** null: not known yet. */
type Served = { readonly keys: KeyDocument | null } | null;

/** Where somebody who trusts nobody checks a package: here, without the service. */
export function VerifyPage({ opened, onView }: VerifyPageProps) {
  const [given, setGiven] = useState<GivenFiles>({ ...NONE, package: opened });
  const [root, setRoot] = useState(() => currentQuery().get('root') ?? '');
  const [served, askKeys] = useServedKeys();
  const give = (files: Partial<GivenFiles>): void => setGiven((old) => ({ ...old, ...files }));
  const sort = (files: readonly File[]): void => void sortedFiles(files).then(give);
  useArrivingFiles(sort);
  useEffect(() => replaceQuery(new URLSearchParams(root === '' ? {} : { root })), [root]);
  const task = useMemo((): VerifyTask | null => {
    if (!given.package || (!served && !given.keys)) return null;
    return { given: { ...given, package: given.package }, served: served?.keys ?? null, root };
  }, [given, served, root]);
  const verified = useVerified(task);
  const field = { given, give, sort };
  return (
    <>
      <h1>Check a package</h1>
      <p class="lead">
        Drop a result package here and, if you have it, the hologram that it was made of. Signature, proof and
        digests are checked in this page, and the reconstruction is done again. Nothing is sent, and no
        connection is needed.
      </p>
      <div class="given" data-ready={verified.ready && served !== null}>
        <FileField {...field} place="package" label="Result package or receipt" accept=".zip,.json" />
        <FileField {...field} place="hologram" label="Hologram" />
        <FileField {...field} place="background" label="Background frame, where there was one" />
      </div>
      {served?.keys === null && !given.keys && (
        <p class="notice" role="status">
          The keys of {location.host} can’t be fetched now: choose a file of keys below, or{' '}
          <button type="button" class="plain" onClick={askKeys}>
            try again
          </button>
        </p>
      )}
      <Believed {...{ field, root }} onRoot={setRoot} />
      <VerifiedSection
        {...{ verified, onView }}
        file={given.package}
        keysFrom={given.keys?.name ?? `${location.host}`}
        root={root}
      />
    </>
  );
}

interface BelievedProps {
  readonly field: GivenFields;
  readonly root: string;
  readonly onRoot: (kid: string) => void;
}

/** What a person brings to believe by, beside the files themselves. */
function Believed({ field, root, onRoot }: BelievedProps) {
  return (
    <details open={root !== ''}>
      <summary>Proof, keys, root, timestamp</summary>
      <div class="given">
        <FileField {...field} place="proof" label="Proof of the log" help="what …/proof answers" />
        <FileField
          {...field}
          place="keys"
          label="Keys"
          accept=".json"
          help={`a key set (JSON); else those that ${location.host} publishes`}
        />
        <FileField
          {...field}
          place="authorities"
          label="Certificates of timestamp authorities"
          help="PEM: whose timestamps you believe"
        />
        <FileField {...field} place="checkpoint" label="A checkpoint that you kept" />
        <FileField
          {...field}
          place="consistency"
          label="Proof of consistency"
          help="what /log/consistency/… answers for the checkpoint that you kept"
        />
      </div>
      <TextField
        id="root"
        label="Root that has to have endorsed the keys"
        value={root}
        help="its kid, as the operator told you; the address of this page keeps it"
        onInput={onRoot}
      />
    </details>
  );
}

interface GivenFields {
  readonly given: GivenFiles;
  readonly give: (files: Partial<GivenFiles>) => void;
  readonly sort: (files: readonly File[]) => void;
}

interface FileFieldProps extends GivenFields {
  readonly place: Role;
  readonly label: string;
  readonly accept?: string;
  readonly help?: string;
}

/** One of the files; several that are dropped on it find their own places. */
function FileField({ place, label, accept = '', help, given, give, sort }: FileFieldProps) {
  const file = given[place];
  const id = `verify-${place}`;
  const take = (files: readonly File[]): void =>
    files.length === 1 ? give({ [place]: files[0]! }) : sort(files);
  return (
    <div class="field">
      <DropZone
        {...{ id, label, accept, onFiles: take }}
        action={file ? 'Another one' : 'Drop or choose a file'}
        compact={file !== null}
        multiple
        describedBy={`${id}-help`}
      >
        <span class="help" id={`${id}-help`}>
          {file ? file.name : help}
        </span>
      </DropZone>
      {file && (
        <button type="button" class="plain" onClick={() => give({ [place]: null })}>
          Without {file.name}
        </button>
      )}
    </div>
  );
}

/** What the service publishes, fetched once, before anything is given. */
function useServedKeys(): [Served, () => void] {
  const [served, setServed] = useState<Served>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    signingKeys().then(
      (keys) => gone || setServed({ keys }),
      () => gone || setServed({ keys: null }),
    );
    return () => void (gone = true);
  }, [attempt]);
  return [served, () => setAttempt(attempt + 1)];
}
