import type { Check } from './verify-package.ts';

/** What a package is worth, in one word. */
export type VerdictWord = 'reproduced' | 'authentic' | 'intact' | 'not_to_be_trusted';

export interface PackageVerdict {
  readonly verdict: VerdictWord;
  /** for people */
  readonly sentence: string;
  /** why it is no better, one line each; none where it is reproduced */
  readonly reasons: readonly string[];
}

/**
 * Fails closed: a package is believed where every check passed and its signature is that of a key that was given; what
 * nobody is known to have signed only where the caller allows it.
 */
export function verdictOf(checks: readonly Check[], allowUnsigned: boolean): PackageVerdict {
  const failed = checks.filter(({ passed }) => passed === false);
  const reasons = failed.map(({ name, detail }) => `${name}: ${detail}`);
  const distrusted = {
    verdict: 'not_to_be_trusted',
    sentence:
      'Not to be trusted: this package does not hold what it says, or nobody is known to vouch for it.',
  } as const;
  if (failed.length > 0) return { ...distrusted, reasons };
  const signature = checks.find(({ name }) => name === 'signature');
  const open = checks.filter(({ passed }) => passed === null).map(({ name, detail }) => `${name}: ${detail}`);
  if (signature?.passed !== true) {
    if (!allowUnsigned)
      return { ...distrusted, reasons: [`signature: ${signature?.detail ?? 'not checked'}`] };
    const sentence =
      'Intact: its files agree with their digests. Whoever changed them could have changed those, too.';
    return { verdict: 'intact', sentence, reasons: open };
  }
  if (checks.some(({ name, passed }) => name === 'doing it again' && passed === true))
    return {
      verdict: 'reproduced',
      sentence: 'Reproduced: signed, and done again to the same bytes.',
      reasons: [],
    };
  return {
    verdict: 'authentic',
    sentence: 'Authentic: it is as the key’s owner signed it. Doing it again would show that it is right.',
    reasons: open,
  };
}
