import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface ConfirmProps {
  /** what the button that asks first says */
  readonly action: string;
  readonly label?: string;
  /** what will happen */
  readonly children: ComponentChildren;
  /** what the button that does it says */
  readonly confirm: string;
  readonly onConfirm: () => Promise<void>;
}

/** A button for what can't be undone: it asks in a dialog, says what will happen, and only then does it. */
export function Confirm({ action, label, children, confirm, onConfirm }: ConfirmProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  const act = async (): Promise<void> => {
    setBusy(true);
    await onConfirm().finally(() => {
      setBusy(false);
      setOpen(false);
    });
  };
  return (
    <>
      <button type="button" class="danger" aria-label={label} onClick={() => setOpen(true)}>
        {action}
      </button>
      {open && (
        <dialog ref={dialog} aria-label={action} onClose={() => setOpen(false)}>
          {children}
          <p class="row">
            <button type="button" class="danger" disabled={busy} onClick={act}>
              {confirm}
            </button>
            <button type="button" class="second" disabled={busy} onClick={() => setOpen(false)}>
              Leave it
            </button>
          </p>
        </dialog>
      )}
    </>
  );
}
