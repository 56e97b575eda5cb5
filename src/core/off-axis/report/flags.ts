import { inFigures } from '../../evidence/in-figures.ts';
import { mosaicWords } from '../../field/colour-mosaic.ts';
import { lonePixelWords } from '../../field/lone-pixels.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { blankSideWords } from '../../field/recorded-part.ts';
import { nearTheSensor } from '../../reconstruction/near-the-sensor.ts';
import type { Flag, RegionPx } from '../../reconstruction/reconstruction.ts';
import { UNIFORM_SIGMA } from '../../uncertainty/phase-sigma.ts';
import { beyondFlags } from '../../undistort/describe-distortion.ts';
import { backgroundFlags } from './background-flags.ts';
import { flag } from './flag.ts';
import { fringeFlags } from './fringe-flags.ts';
import type { FlagSettings } from './flag-settings.ts';
import type { LikelihoodRefusal } from '../likelihood/refine-fields.ts';
import { isCutShort } from '../pupil/detail-lost.ts';
import type { Findings } from './findings.ts';
import { smoothedFlag } from './smoothed-flag.ts';
import { rivalWords } from './rival-words.ts';

/** What a person should know before believing the numbers. */
export function flagsOf(findings: Findings, settings: FlagSettings): Flag[] {
  return [
    ...distanceFlags(findings),
    ...frameFlags(findings, settings),
    ...likelihoodFlags(findings),
    ...sidebandFlags(findings, settings),
    ...backgroundFlags(findings, settings),
    ...turnFlags(findings, settings),
    ...beyondFlags(findings.straight),
  ];
}

/** Regions that a flag lists; more are counted. */
const MOST_REGIONS = 64;

/** A box of native samples in pixels of the used part of the frame. */
function inPixels(
  { x, y, width, height }: RegionPx,
  { stepX, stepY }: NativeField,
  frame: { readonly rows: number; readonly cols: number },
): RegionPx {
  const [left, top] = [Math.floor(x * stepX), Math.floor(y * stepY)];
  const right = Math.min(frame.cols, Math.ceil((x + width) * stepX));
  const bottom = Math.min(frame.rows, Math.ceil((y + height) * stepY));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function distanceFlags({ recipe, twin }: Findings): Flag[] {
  const flags = nearTheSensor(recipe);
  if (recipe.z_mm === null && recipe.z_min_mm === null) {
    flags.push(
      flag(
        'distance_unknown',
        'needs_review',
        'No distance was given, so z = 0 was taken: the sample, or its image, is assumed to lie in the plane of the sensor, and what does not is blurred. A hologram tells no distance by itself here. Give z_mm, or z_min_mm and z_max_mm (at most 10 mm apart) to have the range searched for the focus.',
      ),
    );
  }
  if (twin.by === 'convention') {
    flags.push(
      flag(
        'phase_sign_by_convention',
        'needs_review',
        'Nothing tells the two twin sidebands apart, so the one with fx > 0 was taken. If a known sample comes out with the wrong sign, ask for sideband=conjugate.',
      ),
    );
  }
  if (twin.by === 'nearly equal sharpness') {
    flags.push(
      flag(
        'twin_open',
        'warning',
        `Which of the two twin sidebands is the object’s is open: the one that was taken is only ${((twin.margin! - 1) * 100).toFixed(1)} % sharper than the other, or not in all parts of the frame. The sign of the phase, and of the distance, hang on it; sideband=conjugate takes the other one, carrier_cycles_per_px or a calibration profile settles it.`,
      ),
    );
  }
  if (twin.by === 'sharpness against the profile') {
    flags.push(
      flag(
        'twin_open',
        'warning',
        'The sideband that the calibration profile knows as the object’s is plainly less sharp here than its twin, which was taken. Either the distance has the wrong sign, or the reference comes from the other side since: then calibrate once more. The sign of the phase hangs on it; sideband=conjugate takes the other one.',
      ),
    );
  }
  for (const doubt of twin.focus?.doubts ?? []) {
    flags.push(flag('focus_ambiguous', 'warning', `The focus is in doubt: ${doubt}.`));
  }
  return flags;
}

export function frameFlags(findings: Findings, settings: FlagSettings): Flag[] {
  const flags: Flag[] = [];
  const { hologram, uploaded, visibility, blank, blankFull = 0, dividedByItself } = findings;
  const { image } = hologram;
  if (dividedByItself) {
    flags.push(
      flag(
        'background_is_hologram',
        'warning',
        'The background frame holds the very samples of the hologram: divided by itself, it is flat whatever the sample was. Give a frame of the same rig without the sample.',
      ),
    );
  }
  if (image.blur) flags.push(smoothedFlag(image.blur));
  if (image.lonePixels) flags.push(flag('pixels_left_out', 'info', lonePixelWords(image.lonePixels)));
  if (image.mosaic) flags.push(flag('colour_mosaic', 'info', mosaicWords(image.mosaic)));
  const sides = uploaded ? blankSideWords(uploaded) : null;
  if (sides !== null) flags.push(flag('frame_blank', 'needs_review', sides));
  if (blank > settings.evidence.untrusted) {
    const share = (100 * blank).toFixed(1);
    flags.push(
      flag(
        'frame_blank',
        'needs_review',
        `${share} % of the frame holds one value all over, as a border, a mask, a caption or light too strong for the camera does: there is no phase. Cut it off where you can, for its edges disturb what lies beside.`,
      ),
    );
  }
  const saturated = image.fractionAtMaximum - blankFull;
  if (saturated > settings.evidence.saturated) {
    const share = (100 * saturated).toFixed(1);
    flags.push(
      flag(
        'saturated',
        'warning',
        `${share} % of the pixels sit at the largest value, ${image.maximum}: clipped fringes distort amplitude and phase. Expose less.`,
      ),
    );
  }
  if (visibility !== null && visibility < settings.weakFringes) {
    flags.push(
      flag(
        'weak_fringes',
        'warning',
        `The fringe visibility is only ${visibility.toFixed(3)}: the phase is noisier than it could be.`,
      ),
    );
  }
  return [...flags, ...fringeFlags(findings)];
}

function likelihoodFlags({ likelihood }: Findings): Flag[] {
  const refused = likelihood?.hologram.refused;
  if (!refused) return [];
  return [
    flag(
      'likelihood_refused',
      'needs_review',
      `demodulation=likelihood was asked for, and linear was done: ${refusals[refused]}.`,
    ),
  ];
}

const refusals: Readonly<Record<LikelihoodRefusal, string>> = {
  'full pixels':
    'pixels are full, so that dark and bright fringes tell unequally much for another reason than noise',
  'a lossy file': 'the file was compressed with losses, which hide the camera’s noise',
  'no noise beside the light': 'light fills the spectrum, so that the camera’s noise can’t be told from it',
  'neighbouring pixels that hang together':
    'what the fringes leave of the frame is not the noise of single pixels',
  'more change than noise explains': 'it would change the phase by more than the camera’s noise explains',
  'too little to gain': 'the fringes are too weak for it to gain a hundredth',
};

export function sidebandFlags({ sideband, budget, maps }: Findings, settings: FlagSettings): Flag[] {
  const flags: Flag[] = [];
  if (sideband.autocorrelationOverlap > settings.overlapping) {
    const share = (100 * sideband.autocorrelationOverlap).toFixed(0);
    flags.push(
      flag(
        'autocorrelation_overlap',
        'warning',
        `About ${share} % of the power in the filter belongs to the autocorrelation term: a larger carrier or a smaller filter_radius_cycles_per_um would keep it out.`,
      ),
    );
  }
  const { overlap, detail } = budget;
  const lost = isCutShort(sideband) && detail ? detail.rms : 0;
  const added = overlap?.rms ?? 0;
  const crossing = Math.sqrt(added * added + lost * lost);
  if (crossing > settings.largePart * maps.medianSigma) {
    flags.push(
      flag(
        'sideband_overlap',
        'warning',
        `The sideband and the autocorrelation term overlap: ${crossing < UNIFORM_SIGMA ? `about ${crossing.toPrecision(2)} rad of the uncertainty is` : 'more of the uncertainty than a phase can have is'} what the one puts into the other, and detail that had to be left out, most of it beside the edges of the sample. ${whatKeepsApart(sideband)}`,
      ),
    );
  }
  if (sideband.passRadius >= sideband.twinRadius && sideband.measuredRadius > sideband.twinRadius) {
    const [apart, free] = [(2 * sideband.twinRadius).toFixed(3), sideband.twinRadius.toFixed(3)];
    flags.push(
      flag(
        'twin_folds_back',
        'warning',
        `The fringes are so fine that the twin of the sideband folds back at half a cycle per pixel and lies ${apart} cycles/px beside it: the filter ends half-way, at ${free}. Finer detail is left out, and some of the twin’s may be in. Magnify more, or tilt the reference less.`,
      ),
    );
  }
  if (sideband.isPatch) {
    const { carrier, passRadius } = sideband;
    flags.push(
      flag(
        'speckle_sideband',
        'needs_review',
        `The sideband is not a peak but a patch of speckle around (${carrier.x.toFixed(4)}, ${carrier.y.toFixed(4)}) cycles/px, as a rough object leaves it: its middle was taken for the carrier, and ${passRadius.toPrecision(2)} cycles/px around it were used. The phase of a rough surface differs from grain to grain; only differences between two exposures have a meaning. carrier_cycles_per_px and filter_radius_cycles_per_um say otherwise.`,
      ),
    );
  }
  if (sideband.rival) {
    const { spoils, words } = rivalWords({ ...sideband, rival: sideband.rival });
    flags.push(flag('second_sideband', spoils ? 'warning' : 'needs_review', words));
  }
  return flags;
}

/** An object of bandwidth B needs a carrier of 3 B: its autocorrelation term reaches 2 B. No camera has half a cycle per pixel. */
function whatKeepsApart({ carrier, outwardRadius }: Findings['sideband']): string {
  const tilted = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  if (tilted > 3 * outwardRadius)
    return 'The carrier is tilted enough, but so near to half a cycle per pixel that what lies beyond folds back: magnify more, or close the aperture.';
  const [radius, wanted] = [outwardRadius.toFixed(3), (3 * outwardRadius).toFixed(3)];
  return 3 * outwardRadius < 0.5
    ? `A carrier of ${wanted} cycles/px, three times the sideband’s radius, keeps them apart: tilt the reference more, or close the aperture.`
    : `What was found around the carrier reaches ${radius} cycles/px, and no carrier keeps that apart: close the aperture, or magnify more. Edges that no optics made reach as far, too (text, a border, dead lines, broken pixels, a camera’s gamma): where the frame has such, cut them off, or mend them.`;
}

export function turnFlags(findings: Findings, settings: FlagSettings): Flag[] {
  const flags: Flag[] = [];
  const { maps, blank } = findings;
  const { unwrapping } = maps;
  // the ground of a blank part runs as it likes
  if (maps.steepFraction > settings.steep && maps.steepFraction > blank) {
    const share = (100 * maps.steepFraction).toFixed(2);
    flags.push(
      flag(
        'steep_phase',
        'warning',
        `In ${share} % of the field the phase changes as fast as the filter can follow: whole turns may be lost across such edges, and no method can tell from one wavelength.`,
      ),
    );
  }
  flags.push(...openTurnsFlags(findings, settings));
  if (unwrapping.residueDensity > settings.hopeless) {
    const density = unwrapping.residueDensity.toFixed(2);
    flags.push(
      flag(
        'unwrapping_unreliable',
        'warning',
        `There are ${density} residues per pixel: the unwrapped phase is more noise than signal, and pixels that are not marked may be wrong too. Use the wrapped phase.`,
      ),
    );
  }
  if (unwrapping.untrustedFraction > settings.evidence.untrusted) {
    const share = (100 * unwrapping.untrustedFraction).toFixed(1);
    flags.push(
      flag(
        'unwrapping_untrusted',
        'warning',
        `The number of turns of ${share} % of the pixels can't be trusted (${unwrapping.residues} residues); their uncertainty is set to that of an unknown phase. ${
          blank > settings.largePart * unwrapping.untrustedFraction
            ? 'Most of them lie where the frame is blank.'
            : 'Steps of more than half a wave can’t be followed with one wavelength.'
        }`,
      ),
    );
  }
  return flags;
}

function openTurnsFlags({ maps, field, hologram }: Findings, settings: FlagSettings): Flag[] {
  const { regions, share } = maps.openTurns;
  if (regions.length > 0) {
    const [count, inRegions] = [regions.length, regions.reduce((sum, { size }) => sum + size, 0)];
    const one = count === 1;
    const percent = inFigures((100 * inRegions) / (field.rows * field.cols));
    const said = flag(
      'turns_open',
      'warning',
      `${count} region${one ? '' : 's'} (${percent} % of the frame) hang${one ? 's' : ''} on the surroundings only through samples that are dim, steep or noisy: by how many whole turns the phase in ${one ? 'it' : 'them'} is off can't be told from one wavelength, and its uncertainty is set to that of an unknown phase. Differences within a region hold where nothing of the kind parts it.`,
    );
    const places = regions.slice(0, MOST_REGIONS);
    return [{ ...said, regions_px: places.map((region) => inPixels(region, field, hologram.image.plane)) }];
  }
  if (share <= settings.evidence.untrusted) return [];
  return [
    flag(
      'turns_open',
      'warning',
      `${inFigures(100 * share)} % of the frame are too dim, steep or noisy, as dark corners of the light, scratches and grains are, with nothing amid them that the filter resolves: by how many whole turns the phase is off there can't be told from one wavelength, and its uncertainty is set to that of an unknown phase.`,
    ),
  ];
}
