import { useRef } from 'preact/hooks';
import type { SessionControls } from '../account/session.ts';
import { Lazy } from '../shell/lazy.tsx';

const signInForm = () => import('../account/sign-in.tsx').then(({ SignIn }) => SignIn);

/** By which it is found when somebody presses the button that needs it. */
const ID = 'sequence-sign-in';

/** Says that a sequence needs an account, and leads to one on the spot. */
export function NeedsAccount({ signIn }: Pick<SessionControls, 'signIn'>) {
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <div class="notice review">
      <p>
        A sequence needs an account: its frames wait at the service until all of them are there. Everything
        before that works without one, and nothing that you choose or type here is lost by signing in.
      </p>
      <details ref={details} id={ID}>
        <summary>Sign in, or make an account</summary>
        <Lazy load={signInForm} with={{ signIn, title: null }} waiting="Loading …" />
      </details>
    </div>
  );
}

export function leadToSignIn(): void {
  const details = document.getElementById(ID) as HTMLDetailsElement | null;
  if (!details) return;
  details.open = true;
  details.querySelector('summary')!.focus();
}
