import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useSession, type SessionControls } from './account/session.ts';
import { useFormState, type FormControls } from './form/form-state.ts';
import { ReconstructPage } from './form/reconstruct-page.tsx';
import { useJob, type JobControls } from './result/use-job.ts';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { Lazy } from './shell/lazy.tsx';
import { ResultPage } from './result/result-page.tsx';
import { useRoute, type Route } from './shell/route.ts';
import { ViewPage } from './result/view-page.tsx';

/** The page: what its address names after the #. What was typed and what is running outlive a look elsewhere. */
export function App() {
  const route = useRoute();
  const account = useSession();
  const form = useFormState();
  const job = useJob();
  return (
    <>
      <Header route={route} signedIn={account.session !== null} />
      <Main route={route}>
        <Place {...{ route, account, form, job }} />
      </Main>
      <Footer />
    </>
  );
}

const titles: Readonly<Record<string, string>> = {
  view: 'Look at a result package',
  result: 'Result',
  calibrate: 'Calibrate',
  account: 'Account',
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
}

const accountPages = () => import('./account/account-page.tsx').then(({ AccountPage }) => AccountPage);
const calibratePages = () =>
  import('./calibrate/calibrate-page.tsx').then(({ CalibratePage }) => CalibratePage);

function Place({ route, account, form, job }: PlaceProps) {
  const [place = '', ...rest] = route;
  const { session } = account;
  switch (place) {
    case 'view':
      return <ViewPage />;
    case 'result':
      return <ResultPage evidenceReportId={rest[0] ?? ''} session={session} />;
    case 'account':
      return <Lazy key={place} load={accountPages} with={{ account, place: rest }} waiting="Loading …" />;
    case 'calibrate':
      return (
        <Lazy key={place} load={calibratePages} with={{ account, form, place: rest }} waiting="Loading …" />
      );
    default:
      return <ReconstructPage {...{ form, job, session }} />;
  }
}
