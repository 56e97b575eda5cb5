import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api/ask.ts';

/** What the service this page came from says of itself. */
export interface ServiceFacts {
  readonly version: string;
  /** null: its operator has named none */
  readonly support_email: string | null;
  /** largest file of an upload */
  readonly upload_bytes_max: number;
  /** for which results without an account are kept at the most; null: nothing expires by its age */
  readonly public_results_days: number | null;
  /** a provider of OpenID Connect; null: there is none */
  readonly sign_in_with: string | null;
}

let asked: Promise<ServiceFacts | null> | null = null;

/** null: not known yet, or the page was opened without its service. */
export function useServiceFacts(): ServiceFacts | null {
  const [facts, setFacts] = useState<ServiceFacts | null>(null);
  useEffect(() => {
    asked ??= ask<ServiceFacts>('/page.json').catch(() => (asked = null));
    void asked.then(setFacts);
  }, []);
  return facts;
}
