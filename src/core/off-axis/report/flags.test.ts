import { expect, it } from 'vitest';
import type { Findings } from './findings.ts';
import { flagSettings } from './flag-settings.ts';
import { backgroundFlags, sidebandFlags, turnFlags } from './flags.ts';

/** What the flags look at, of a frame in which all is well but for what is given. */
function findings({ overlap = 0, share = 1, steep = 0, residues = 0 }): Findings {
  return {
    sideband: { autocorrelationOverlap: overlap, isPatch: false, rival: null },
    budget: { overlap: null, detail: null, scatter: {}, surface: { median: 0 } },
    maps: {
      ...{ medianSigma: 0.1, steepFraction: steep, openTurns: { regions: [] } },
      unwrapping: { residueDensity: residues, untrustedFraction: 0 },
    },
    recipe: { phase_background: 'polynomial' },
    flat: { fit: { backgroundShare: share } },
  } as unknown as Findings;
}

const codes = (of: typeof turnFlags, given: Parameters<typeof findings>[0]) =>
  of(findings(given), flagSettings).map(({ code }) => code);

it.each([
  [
    'a twentieth of the power is the autocorrelation term',
    sidebandFlags,
    { overlap: 0.045 },
    { overlap: 0.055 },
  ],
  ['three tenths of the frame look like background', backgroundFlags, { share: 0.33 }, { share: 0.27 }],
  ['a two-thousandth of the samples is as steep as can be', turnFlags, { steep: 4.5e-4 }, { steep: 5.5e-4 }],
  ['there are 0.15 residues a pixel', turnFlags, { residues: 0.14 }, { residues: 0.16 }],
] as const)('a person is told where %s, and not just before', (_, flags, before, beyond) => {
  expect(codes(flags, before)).toEqual([]);
  expect(codes(flags, beyond)).toHaveLength(1);
});
