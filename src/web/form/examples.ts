import { answerTo } from '../api/ask.ts';
import type { FormState } from './form-state.ts';

/** A simulated hologram that the service serves itself, with everything that belongs into the form. */
export interface Example {
  readonly name: string;
  readonly label: string;
  readonly about: string;
  readonly hologram: URL;
  readonly background?: URL;
  readonly form: Pick<FormState, 'values' | 'distance'>;
}

export const examples: readonly Example[] = [
  {
    ...{ name: 'off-axis', label: 'Six beads, off-axis' },
    about: 'Simulated: transparent beads 5 mm before the sensor, clean light, with a background frame.',
    hologram: new URL('../../../examples/off-axis.png', import.meta.url),
    background: new URL('../../../examples/off-axis-background.png', import.meta.url),
    form: {
      values: { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '5' },
      distance: 'known',
    },
  },
  {
    ...{ name: 'off-axis-hard', label: 'Cells on an uneven bench, off-axis' },
    about:
      'Simulated with all that a bench does: weakly absorbing cells, uneven light, dust, noise and aberration; no background frame.',
    hologram: new URL('../../../examples/off-axis-hard.png', import.meta.url),
    form: {
      values: {
        ...{ holography_mode: 'off-axis', wavelength_um: '0.532', pixel_pitch_um: '2.2', z_mm: '1.2' },
        carrier_cycles_per_px: '-0.21,0.13',
      },
      distance: 'known',
    },
  },
  {
    ...{ name: 'inline', label: 'Resolution chart, inline' },
    about: 'Simulated: a three-bar chart without a lens; the distance is searched.',
    hologram: new URL('../../../examples/inline.png', import.meta.url),
    form: {
      values: {
        ...{ holography_mode: 'inline', wavelength_um: '0.532', pixel_pitch_um: '1.67' },
        ...{ z_min_mm: '1', z_max_mm: '2' },
      },
      distance: 'range',
    },
  },
];

/** The form as it is with this example. @throws Refused, Unreachable */
export async function loadExample(example: Example): Promise<FormState> {
  const { name, hologram, background, form } = example;
  const [frame, blank] = await Promise.all([
    fetchFile(hologram, `${name}.png`),
    background ? fetchFile(background, `${name}-background.png`) : null,
  ]);
  return { ...form, frames: [frame], left: [], background: blank, profileId: null, isWithoutFrame: false };
}

async function fetchFile(url: URL, name: string): Promise<File> {
  const response = await answerTo(url.href);
  return new File([await response.blob()], name, { type: 'image/png' });
}
