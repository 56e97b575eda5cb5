import type { Check } from './check.ts';

/** What a package is worth, in one word. */
export type VerdictWord = 'reproduced' | 'authentic' | 'intact' | 'not_to_be_trusted';

export interface PackageVerdict {
  readonly verdict: VerdictWord;
  /** for people */
  readonly sentence: string;
  /** why it is no better, one line each; none where it is reproduced */
  readonly reasons: readonly string[];
}

const AGAIN = 'doing it again';

export const notRepeated: Check = {
  name: AGAIN,
  passed: null,
  detail: 'give the original hologram to reconstruct it again and compare',
};

export interface Allowances {
  /** what nobody is known to have signed */
  readonly unsigned: boolean;
  /** a folder that lacks some of the package */
  readonly partial: boolean;
}

/**
 * Fails closed: a package is believed where every check passed and its signature is that of a key that was given; what
 * nobody is known to have signed, and what is not whole, only where the caller allows it.
 */
export function packageVerdict(given: readonly Check[], allowed: Allowances): PackageVerdict {
  const checks = allowed.partial
    ? given.map((check) => (check.name === 'complete' && !check.passed ? { ...check, passed: null } : check))
    : given;
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
    if (!allowed.unsigned)
      return { ...distrusted, reasons: [`signature: ${signature?.detail ?? 'not checked'}`] };
    const sentence =
      'Intact: its files agree with their digests. Whoever changed them could have changed those, too.';
    return { verdict: 'intact', sentence, reasons: open };
  }
  if (checks.some(({ name, passed }) => name === AGAIN && passed === true))
    return {
      verdict: 'reproduced',
      sentence: 'Reproduced: signed, and done again to the same bytes.',
      reasons: open,
    };
  return {
    verdict: 'authentic',
    sentence: 'Authentic: it is as the key’s owner signed it. Doing it again would show that it is right.',
    reasons: open,
  };
}
