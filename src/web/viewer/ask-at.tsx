import type { ComponentChildren } from 'preact';
import type { Values } from '../fields/fields.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { askAgain } from './verdict.ts';

export interface AskAtProps {
  readonly opened: OpenedPackage;
  /** tries it here; undefined: the form has to be gone to */
  readonly onTry: ((fields: Values) => void) | undefined;
  readonly fields: Values;
  readonly control: string;
  readonly children: ComponentChildren;
}

/** Another request, with other distances. */
export function AskAt({ opened: { report }, onTry, fields, control, children }: AskAtProps) {
  return onTry ? (
    <button type="button" onClick={() => onTry(fields)} data-control={control}>
      {children}
    </button>
  ) : (
    <a href={askAgain(report, fields)} data-control={control}>
      {children}
    </a>
  );
}
