import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signingKeys } from '../api/signing-keys.ts';
import { checkSignature, type SignatureVerdict } from '../package/check-signature.ts';
import type { OpenedPackage } from '../package/opened-package.ts';

export interface MarksProps {
  readonly opened: OpenedPackage;
  /** null: not known yet */
  readonly signature: SignatureVerdict | null;
  readonly again: () => void;
}

/** Whether the package is whole, and who signed it: one small mark, with details behind it. */
export function Marks({ opened, signature, again }: MarksProps) {
  const { holds, detail } = opened.integrity;
  if (opened.origin === 'page') return <p class="marks mark integrity">{detail}</p>;
  const bad = holds === false || signature?.holds === false;
  const good = holds === true && signature?.holds === true;
  const words = bad ? '✕ not authentic' : good ? '✓ authentic' : holds ? '✓ whole' : 'not checked';
  return (
    <details class="marks" open={bad}>
      <summary class={bad ? 'mark damaged' : good ? 'mark whole' : 'mark'}>{words}</summary>
      <Mark name="integrity" holds={holds} trouble="Damaged or changed. " detail={detail} />
      {signature && (
        <Mark name="signature" holds={signature.holds} trouble="Not authentic. " detail={signature.detail}>
          {signature.again && (
            <button type="button" class="plain" onClick={again}>
              Check again
            </button>
          )}
        </Mark>
      )}
    </details>
  );
}

/** null: not known yet. */
export function useSignature({ signed }: OpenedPackage): [SignatureVerdict | null, () => void] {
  const [verdict, setVerdict] = useState<SignatureVerdict | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setVerdict(null);
    void checkSignature(signed, location.origin, signingKeys, globalThis.crypto?.subtle).then(
      (found) => gone || setVerdict(found),
    );
    return () => void (gone = true);
  }, [signed, attempt]);
  return [verdict, () => setAttempt(attempt + 1)];
}

interface MarkProps {
  readonly name: string;
  readonly holds: boolean | null;
  readonly trouble: string;
  readonly detail: string;
  readonly children?: ComponentChildren;
}

function Mark({ name, holds, trouble, detail, children }: MarkProps) {
  const state = holds === null ? 'unknown' : holds ? 'whole' : 'damaged';
  return (
    <p class={`mark ${name} ${state}`} role={holds === false ? 'alert' : undefined}>
      {holds === false && <strong>{trouble}</strong>}
      {detail}
      {children}
    </p>
  );
}
