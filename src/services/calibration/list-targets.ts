import type { CatalogueEntry } from '../../core/targets/catalogue-entry.ts';
import { targets } from '../../core/targets/catalogue.ts';

export interface ListedTarget extends CatalogueEntry {
  /** an SVG made from the model */
  readonly drawing_url: string;
  /** what it is and how to use it, for people */
  readonly page_url: string;
}

export interface TargetCatalogue {
  readonly count: number;
  readonly targets: readonly ListedTarget[];
  readonly doc: string;
  readonly workflow: readonly string[];
  readonly next_step: string;
}

const doc =
  'A target is an object of known size. Record it with the rig as it is, and calibration measures what the rig really ' +
  'is: pixel pitch, distance, aberration, as far as that target can tell. Choose one whose applicable_modes has the ' +
  'mode of the rig and whose features fit the view: several of them in view, each some ten pixels wide or more. ' +
  'A stated value belongs to a lot: where the part has a certificate, that one counts. feature_tolerance_um is what ' +
  'its maker states, ±, and is absent where none is known; price_usd_range is an estimate for budgeting, check with ' +
  'the vendor. Links lead to the part, or to the site of its vendor where the page of the part is not known.';

const workflow = [
  '1. Create an account with POST /users/signup and keep the api_key that it returns.',
  '2. List the targets with GET /calibration/targets and choose one whose applicable_modes contains the mode of the rig, off-axis or inline.',
  '3. Capture the target with the same camera, wavelength and geometry as the real samples. Save the raw frame as PNG or TIFF, with no demosaicing and no compression that loses anything.',
  '4. Send it to POST /calibration/calibrate: the hologram, the target_id, the holography_mode, and best guesses of pixel pitch, wavelength and distance. The answer carries a profile_id.',
  '5. Look at GET /calibration/profile/{profile_id}/overlay.png, then send every frame of that camera to POST /reconstruct_pdhm?calibration_profile_id=<profile_id>. GET /calibration/profile/{profile_id} shows the profile again.',
];

const nextStep =
  'Choose a target, record it with the rig as it is, and send the frame to POST /calibration/calibrate with its target_id.';

/** The whole catalogue with how to use it (specification 2.2). @param baseUrl before the links, without a slash */
export function listTargets(baseUrl: string): TargetCatalogue {
  const listed = targets.map(({ entry }) => ({
    ...entry,
    drawing_url: `${baseUrl}/calibration/targets/${entry.target_id}/drawing.svg`,
    page_url: `${baseUrl}/targets/${entry.target_id}`,
  }));
  return { count: listed.length, targets: listed, doc, workflow, next_step: nextStep };
}
