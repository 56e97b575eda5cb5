import { useState } from 'preact/hooks';
import type { SessionControls } from '../account/session.ts';
import { listTargets, type TargetEntry } from '../api/calibration.ts';
import type { FormControls } from '../form/form-state.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { goTo } from '../shell/route.ts';
import { useAnswer } from '../shell/use-answer.ts';
import { CaptureAdvice } from './capture-advice.tsx';
import { ChooseTarget } from './choose-target.tsx';
import { ProfileList } from './profile-list.tsx';
import { ProfilePage } from './profile-page.tsx';
import { SendTarget } from './send-target.tsx';

export interface CalibratePageProps {
  readonly account: SessionControls;
  readonly form: FormControls;
  /** a profile_id, or nothing */
  readonly place: readonly string[];
}

type Mode = 'off-axis' | 'inline';

const steps = ['Choose a target', 'Record it', 'Send it', 'Look at the fit'] as const;

/** From an object of known size to a profile that corrects reconstructions, step by step. */
export function CalibratePage({ account: { session }, form, place }: CalibratePageProps) {
  const profileId = place[0];
  const [step, setStep] = useState(0);
  const [mode, setMode] = useState<Mode>('off-axis');
  const [target, setTarget] = useState<TargetEntry | null>(null);
  const apiKey = session?.apiKey ?? null;
  const made = (id: string): void => {
    setStep(0);
    goTo(`#/calibrate/${id}`);
  };
  const choose = (chosen: TargetEntry): void => {
    setTarget(chosen);
    setStep(1);
  };
  return (
    <>
      <h1>Calibrate a rig</h1>
      <Steps at={profileId === undefined ? step : 3} />
      {profileId !== undefined && apiKey !== null && <ProfilePage {...{ apiKey, profileId, form }} />}
      {apiKey === null && (
        <p class="notice review">
          A profile belongs to an account: <a href="#/account">sign in or make one</a> to keep what is
          measured. The targets can be looked at without.
        </p>
      )}
      {profileId === undefined && step === 0 && (
        <>
          <Targets {...{ mode, setMode }} onChoose={choose} />
          {apiKey !== null && <ProfileList apiKey={apiKey} />}
        </>
      )}
      {profileId === undefined && step === 1 && target && (
        <CaptureAdvice target={target} onBack={() => setStep(0)} onNext={() => setStep(2)} />
      )}
      {profileId === undefined && step === 2 && target && (
        <SendTarget {...{ apiKey, target, mode }} onBack={() => setStep(1)} onMade={made} />
      )}
    </>
  );
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

interface TargetsProps {
  readonly mode: Mode;
  readonly setMode: (mode: Mode) => void;
  readonly onChoose: (target: TargetEntry) => void;
}

function Targets(props: TargetsProps) {
  const catalogue = useAnswer(listTargets, '');
  if (catalogue.error) return <ProblemNotice error={catalogue.error} again={catalogue.again} />;
  return <ChooseTarget {...props} targets={catalogue.answer?.targets ?? null} />;
}
