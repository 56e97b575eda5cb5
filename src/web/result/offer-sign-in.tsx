import type { SessionControls } from '../account/session.ts';
import { Lazy } from '../shell/lazy.tsx';

export interface OfferSignInProps extends Pick<SessionControls, 'signIn'> {
  /** what is not shown to somebody without an account */
  readonly what: string;
}

const signInForm = () => import('../account/sign-in.tsx').then(({ SignIn }) => SignIn);

/** The way into an account on the very address that needs one: what it names follows by itself. */
export function OfferSignIn({ what, signIn }: OfferSignInProps) {
  return (
    <section aria-label="Sign in">
      <h2>Is it in your account?</h2>
      <p>Sign in here, and this {what} is shown.</p>
      <Lazy load={signInForm} with={{ signIn, title: null }} waiting="Loading …" />
    </section>
  );
}
