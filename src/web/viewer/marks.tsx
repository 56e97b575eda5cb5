import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signingKeys } from '../api/signing-keys.ts';
import { checkSignature, type SignatureVerdict } from '../package/check-signature.ts';
import type { OpenedPackage } from '../package/opened-package.ts';

/** Whether the package is whole, and who signed it. */
export function Marks({ opened }: { readonly opened: OpenedPackage }) {
  const { holds, detail } = opened.integrity;
  const [signature, again] = useSignature(opened);
  return (
    <div class="marks">
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
    </div>
  );
}

/** null: not known yet. */
function useSignature({ signed }: OpenedPackage): [SignatureVerdict | null, () => void] {
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
