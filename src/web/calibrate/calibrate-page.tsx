import { useState } from 'preact/hooks';
import type { SessionControls } from '../account/session.ts';
import { listTargets } from '../api/calibration.ts';
import type { FormControls } from '../form/form-state.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { OfferSignIn } from '../result/offer-sign-in.tsx';
import { currentQuery, goTo, replaceAddress } from '../shell/route.ts';
import { useAnswer } from '../shell/use-answer.ts';
import { CaptureAdvice } from './capture-advice.tsx';
import { ChooseTarget } from './choose-target.tsx';
import { ProfileList } from './profile-list.tsx';
import { ProfilePage } from './profile-page.tsx';
import { SendTarget } from './send-target.tsx';

export interface CalibratePageProps {
  readonly account: SessionControls;
  readonly form: FormControls;
  /** nothing, a profile_id, or `new`, a target_id, `record` or `send` */
  readonly place: readonly string[];
}

type Mode = 'off-axis' | 'inline';

const steps = ['Choose a target', 'Record it', 'Send it', 'Look at the fit'] as const;

/** From an object of known size to a profile that corrects reconstructions, step by step. */
export function CalibratePage({ account, form, place }: CalibratePageProps) {
  const [first, targetId, stage] = place;
  const profileId = first === 'new' ? undefined : first;
  const [mode, setMode] = useState<Mode>(() =>
    currentQuery().get('mode') === 'inline' ? 'inline' : 'off-axis',
  );
  const apiKey = account.session?.apiKey ?? null;
  const step = profileId !== undefined ? 3 : targetId === undefined ? 0 : stage === 'send' ? 2 : 1;
  return (
    <>
      <h1>Calibrate a rig</h1>
      <Steps at={step} />
      {profileId !== undefined && apiKey !== null && <ProfilePage {...{ apiKey, profileId, form }} />}
      {profileId !== undefined && apiKey === null && <OfferSignIn what="profile" signIn={account.signIn} />}
      {profileId === undefined && apiKey === null && (
        <p class="notice review">
          A profile belongs to an account: <a href="#/account">sign in or make one</a> to keep what is
          measured. The targets can be looked at without.
        </p>
      )}
      {profileId === undefined && <NewProfile {...{ apiKey, mode, setMode, targetId, step }} />}
      {step === 0 && apiKey !== null && <ProfileList apiKey={apiKey} />}
    </>
  );
}

interface NewProfileProps extends Pick<TargetsProps, 'mode' | 'setMode'> {
  readonly apiKey: string | null;
  readonly targetId: string | undefined;
  readonly step: number;
}

/** Each step has an address, so that “back” is the step before it. */
function NewProfile({ apiKey, mode, setMode, targetId, step }: NewProfileProps) {
  const catalogue = useAnswer(listTargets, '');
  if (catalogue.error) return <ProblemNotice error={catalogue.error} again={catalogue.again} />;
  const targets = catalogue.answer?.targets ?? null;
  const target = targets?.find(({ target_id }) => target_id === targetId);
  const go = (id: string, stage: 'record' | 'send'): void =>
    goTo(`#/calibrate/new/${encodeURIComponent(id)}/${stage}${mode === 'inline' ? '?mode=inline' : ''}`);
  if (step === 0) {
    return (
      <ChooseTarget {...{ targets, mode, setMode }} onChoose={({ target_id }) => go(target_id, 'record')} />
    );
  }
  if (!target) {
    return targets === null ? (
      <p class="waiting">Loading the catalogue …</p>
    ) : (
      <p class="notice wrong" role="alert">
        The catalogue has no target “{targetId}”. <a href="#/calibrate">Choose another</a>.
      </p>
    );
  }
  if (step === 1) {
    return (
      <CaptureAdvice
        target={target}
        onBack={() => goTo('#/calibrate')}
        onNext={() => go(target.target_id, 'send')}
      />
    );
  }
  return (
    <SendTarget
      {...{ apiKey, target, mode }}
      onBack={() => go(target.target_id, 'record')}
      onMade={(id) => replaceAddress(`#/calibrate/${id}`)}
    />
  );
}

interface TargetsProps {
  readonly mode: Mode;
  readonly setMode: (mode: Mode) => void;
}

function Steps({ at }: { readonly at: number }) {
  return (
    <ol class="steps">
      {steps.map((label, index) => (
        <li key={label} aria-current={index === at ? 'step' : undefined}>
          {label}
        </li>
      ))}
    </ol>
  );
}
