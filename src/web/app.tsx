import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useSession, type SessionControls } from './account/session.ts';
import { formOfAddress, useFormAddress } from './form/form-address.ts';
import { useFormState, type FormControls } from './form/form-state.ts';
import { ReconstructPage } from './form/reconstruct-page.tsx';
import { takeFiles } from './form/take-files.ts';
import { RunPage, useRunAddress } from './result/run-page.tsx';
import { useJob, type JobControls } from './result/use-job.ts';
import { isFrame, isPackage, useArrivingFiles } from './shell/arriving-files.ts';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { Lazy } from './shell/lazy.tsx';
import { forgetSent, sentFor } from './result/sent-frames.ts';
import { ResultPage } from './result/result-page.tsx';
import { goTo, useRoute, type Route } from './shell/route.ts';
import { ViewPage } from './result/view-page.tsx';

/** The page: what its address names after the #. What was typed and what is running outlive a look elsewhere. */
export function App() {
  const route = useRoute();
  const account = useSession();
  const form = useFormState(formOfAddress());
  const job = useJob();
  const signedIn = account.session !== null;
  useEffect(() => {
    if (!signedIn) forgetSent();
  }, [signedIn]);
  const [opened, setOpened] = useState<File | null>(null);
  const ownRun = useRunAddress(job, route);
  useFormAddress(form);
  const onFiles = (files: readonly File[]): void => {
    const found =
      files.find(isPackage) ?? (isAt('view', route) ? files.find((file) => !isFrame(file)) : undefined);
    if (found) setOpened(found);
    else form.change(takeFiles(form.state, files));
    const place = found ? 'view' : '';
    if (!isAt(place, route)) goTo(`#/${place}`);
  };
  // a frame of a target belongs into its own field, and what is checked into its
  useArrivingFiles((files) => !OWN_FIELDS.includes(route[0] ?? '') && onFiles(files));
  return (
    <>
      <Header route={route} signedIn={signedIn} />
      <Main route={route}>
        <Place {...{ route, account, form, job, opened, ownRun, onFiles }} />
      </Main>
      <Footer />
    </>
  );
}

/** Places that take files in their own way. */
const OWN_FIELDS = ['calibrate', 'verify', 'sequence'];

function isAt(place: 'view' | '', [here = '']: Route): boolean {
  return place === 'view' ? here === 'view' || here === 'package' : here === '' || here === 'new';
}

const titles: Readonly<Record<string, string>> = {
  view: 'Look at a result package',
  package: 'Look at a result package',
  run: 'Run',
  result: 'Result',
  calibrate: 'Calibrate',
  verify: 'Check a package',
  sequence: 'Sequence',
  account: 'Account',
  compare: 'Two results compared',
  openid: 'Sign in',
};

function Main({ route, children }: { readonly route: Route; readonly children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const place = route.join('/');
  useEffect(() => {
    document.title = `${titles[route[0] ?? ''] ?? 'Reconstruct a hologram'} · Leith`;
    // who follows a link with a screen reader or the keyboard goes on from the new content
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [place]);
  return (
    <main id="main" ref={main} tabIndex={-1}>
      {children}
    </main>
  );
}

interface PlaceProps {
  readonly route: Route;
  readonly account: SessionControls;
  readonly form: FormControls;
  readonly job: JobControls;
  /** a package of one's own */
  readonly opened: File | null;
  /** the run that was begun in the form, which shows it */
  readonly ownRun: string | null;
  readonly onFiles: (files: readonly File[]) => void;
}

const accountPages = () => import('./account/account-page.tsx').then(({ AccountPage }) => AccountPage);
const calibratePages = () =>
  import('./calibrate/calibrate-page.tsx').then(({ CalibratePage }) => CalibratePage);

const library = () => import('./library/library.tsx').then(({ Library }) => Library);
const results = (apiKey: string) => <Lazy load={library} with={{ apiKey }} waiting="Loading …" />;
const openIdReturn = () => import('./account/openid.tsx').then(({ OpenIdReturn }) => OpenIdReturn);
const comparePage = () => import('./library/compare-page.tsx').then(({ ComparePage }) => ComparePage);
const verifyPage = () => import('./verify/verify-page.tsx').then(({ VerifyPage }) => VerifyPage);

const sequencePage = () => import('./sequence/sequence-page.tsx').then(({ SequencePage }) => SequencePage);
const newSequencePage = () =>
  import('./new-sequence/new-sequence-page.tsx').then(({ NewSequencePage }) => NewSequencePage);

function Place({ route, account, form, job, opened, ownRun, onFiles }: PlaceProps) {
  const [place = '', ...rest] = route;
  const { session, signIn } = account;
  const id = rest[0] ?? '';
  switch (place) {
    case 'view':
    case 'package':
      return <ViewPage file={opened} onFiles={onFiles} />;
    case 'result':
      return (
        <ResultPage
          key={id}
          evidenceReportId={id}
          {...{ session, signIn }}
          hologram={sentFor(id)?.hologram ?? null}
        />
      );
    case 'account':
      return (
        <Lazy key={place} load={accountPages} with={{ account, place: rest, results }} waiting="Loading …" />
      );
    case 'openid':
      return <Lazy key={place} load={openIdReturn} with={{ signIn }} waiting="Signing in …" />;
    case 'compare':
      return (
        <Lazy
          key={rest.join('/')}
          load={comparePage}
          with={{ ids: [id, rest[1] ?? ''] as const, session, signIn }}
          waiting="Loading …"
        />
      );
    case 'calibrate':
      return (
        <Lazy key={place} load={calibratePages} with={{ account, form, place: rest }} waiting="Loading …" />
      );
    case 'verify':
      return (
        <Lazy
          key={place}
          load={verifyPage}
          with={{ opened, onView: (file: File) => onFiles([file]) }}
          waiting="Loading …"
        />
      );
    case 'sequence':
      return <SequencePlace {...{ id, account, form, opened }} />;
    case 'run':
      if (id !== ownRun || job.job.phase === 'done')
        return <RunPage runId={id} {...{ job, session, signIn }} />;
  }
  return <ReconstructPage {...{ form, job, session, onFiles }} />;
}

/** Where a sequence is made; where a result, or a package from the disk, is played. */
function SequencePlace({
  id,
  account,
  form,
  opened,
}: { readonly id: string } & Pick<PlaceProps, 'account' | 'form' | 'opened'>) {
  if (id === 'new' || id.startsWith('seq_'))
    return <Lazy load={newSequencePage} with={{ id, account, form }} waiting="Loading …" />;
  const { session } = account;
  return (
    <Lazy key={id} load={sequencePage} with={{ evidenceReportId: id, session, opened }} waiting="Loading …" />
  );
}
