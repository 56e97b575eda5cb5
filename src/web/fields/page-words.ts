import { inWordsOf, type Wording } from '../../core/problem/in-words-of.ts';
import type { Field } from './fields.ts';
import { distanceField, inline, offAxis, pixelPitch, rangeEnd, rangeStart } from './fields.ts';
import { rig, sample, stack, tolerances, wavelength } from './fields.ts';
import { modes } from './modes.ts';

const numbers = [wavelength, pixelPitch, distanceField, rangeStart, rangeEnd, stack];
const fields: readonly Field[] = [...numbers, ...rig, ...tolerances, ...sample, ...offAxis, ...inline];

/** What is no field of the form for reconstructions, by its name in the API. */
const others: Readonly<Record<string, string>> = {
  holography_mode: 'Recorded',
  hologram: 'Hologram',
  background: 'Background',
  frames: 'Frames',
  interval_s: 'Time from frame to frame',
  target_id: 'Target',
  feature_size_um: 'Certified feature size',
  feature_tolerance_um: 'Its tolerance',
  part_tolerance: 'Tolerance of your part',
  certificate: 'Number of the certificate',
  certificate_k: 'Its k',
  repeatability: 'Repeatability',
  maker: 'Maker',
};

const addresses: Readonly<Record<string, string>> = {
  'GET /calibration/targets': 'the page “Calibrate”',
  'POST /public/reconstruct': 'this page',
  'POST /users/login': 'Signing in',
};

/** What a field is called in the form; a name of the API that the form lacks, in plain words. */
export function fieldLabel(name: string): string {
  const label = fields.find((field) => field.name === name)?.label ?? others[name];
  return label ?? name.replaceAll('_', ' ');
}

/** How the page calls fields, their values and addresses. */
export const pageWords: Wording = {
  field(name, value) {
    if (value === null) return `“${fieldLabel(name)}”`;
    return `“${choiceOf(name, value)}” under “${fieldLabel(name)}”`;
  },
  address: (methodAndPath) => addresses[methodAndPath] ?? methodAndPath,
};

/** A message of the service, or of its code in this page, in the page's words. */
export function inPageWords(message: string): string {
  return inWordsOf(pageWords, message);
}

/** A value as the form's list has it; the default has no name of its own there, so it is the list's first. */
function choiceOf(name: string, value: string): string {
  const field = fields.find((known) => known.name === name);
  const choices = name === 'holography_mode' ? modes : field && 'choices' in field ? field.choices : [];
  const known = choices.find(([choice]) => choice === value) ?? choices.find(([choice]) => choice === '');
  return known?.[1] ?? value;
}
