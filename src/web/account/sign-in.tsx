import { useState } from 'preact/hooks';
import { logIn, readAccount, signUp } from '../api/account.ts';
import { Refused } from '../api/problem.ts';
import { byField, type FieldErrors } from '../api/field-errors.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { OpenIdButton } from './openid.tsx';
import type { Session, SessionControls } from './session.ts';
import { TextField } from '../shell/text-field.tsx';

type Way = 'log-in' | 'sign-up' | 'key';

const ways: readonly (readonly [Way, string])[] = [
  ['log-in', 'Log in'],
  ['sign-up', 'Make an account'],
  ['key', 'Use an API key'],
];

interface Typed {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

/** Makes a session of what was typed. @throws Refused, Unreachable */
const enter: Readonly<Record<Way, (typed: Typed) => Promise<Session>>> = {
  'log-in': async (typed) => {
    const { api_key, key_id } = await logIn(credentials(typed));
    return { apiKey: api_key, keyId: key_id, newKey: null };
  },
  'sign-up': async (typed) => {
    const { api_key } = await signUp(credentials(typed));
    return { apiKey: api_key, keyId: null, newKey: api_key };
  },
  key: async ({ apiKey }) => {
    await readAccount(apiKey.trim());
    return { apiKey: apiKey.trim(), keyId: null, newKey: null };
  },
};

export interface SignInProps extends Pick<SessionControls, 'signIn'> {
  /** null: it stands on a page about something else */
  readonly title: string | null;
}

/** The way into an account, or to a new one. */
export function SignIn({ signIn, title }: SignInProps) {
  const [way, setWay] = useState<Way>('log-in');
  const [typed, setTyped] = useState<Typed>({ email: '', password: '', apiKey: '' });
  const [keep, setKeep] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const errors = error instanceof Refused ? byField(error.problem.errors ?? []) : new Map<string, string>();
  const submit = async (event?: Event): Promise<void> => {
    event?.preventDefault();
    setBusy(true);
    setError(null);
    try {
      signIn(await enter[way](typed), keep);
    } catch (cause) {
      setError(cause as Error);
      setBusy(false);
    }
  };
  const choose = (chosen: Way): void => {
    setWay(chosen);
    setError(null);
  };
  return (
    <>
      {title !== null && (
        <>
          <h1>{title}</h1>
          <p class="lead">
            An account keeps your results together, lets you delete them yourself and corrects reconstructions
            with calibrations of your rig. The form works without one.
          </p>
        </>
      )}
      <OpenIdButton keep={keep} />
      <Ways way={way} choose={choose} />
      <form class="narrow" onSubmit={submit} noValidate aria-label={ways.find(([one]) => one === way)![1]}>
        <Inputs {...{ way, typed, errors }} change={(change) => setTyped((old) => ({ ...old, ...change }))} />
        <Keep keep={keep} setKeep={setKeep} />
        {error && <ProblemNotice error={error} elsewhere={new Set(errors.keys())} />}
        <button type="submit" disabled={busy}>
          {way === 'sign-up' ? 'Make the account' : 'Sign in'}
        </button>
      </form>
    </>
  );
}

function credentials({ email, password }: Typed) {
  return { email: email.trim(), password };
}

function Ways({ way, choose }: { readonly way: Way; readonly choose: (way: Way) => void }) {
  return (
    <fieldset class="kinds">
      <legend class="hidden">How to sign in</legend>
      {ways.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="way"
            value={value}
            checked={way === value}
            onChange={() => choose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface InputsProps {
  readonly way: Way;
  readonly typed: Typed;
  readonly errors: FieldErrors;
  readonly change: (change: Partial<Typed>) => void;
}

function Inputs({ way, typed, errors, change }: InputsProps) {
  if (way === 'key') {
    return (
      <TextField
        {...{ id: 'api_key', label: 'API key', value: typed.apiKey, type: 'password', autocomplete: 'off' }}
        onInput={(apiKey) => change({ apiKey })}
      />
    );
  }
  const isNew = way === 'sign-up';
  return (
    <>
      <TextField
        {...{ id: 'email', label: 'Email address', value: typed.email, type: 'email', autocomplete: 'email' }}
        error={errors.get('email')}
        onInput={(email) => change({ email })}
      />
      <TextField
        {...{ id: 'password', label: 'Password', value: typed.password, type: 'password' }}
        autocomplete={isNew ? 'new-password' : 'current-password'}
        {...(isNew ? { help: 'At least 10 characters' } : {})}
        error={errors.get('password')}
        onInput={(password) => change({ password })}
      />
    </>
  );
}

function Keep({ keep, setKeep }: { readonly keep: boolean; readonly setKeep: (keep: boolean) => void }) {
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          id="keep"
          checked={keep}
          aria-describedby="keep-help"
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
        Keep me signed in on this device
      </label>
      <span class="help" id="keep-help">
        {' '}
        Otherwise nothing is kept: you are signed out when this page is closed or loaded again.
      </span>
    </div>
  );
}
