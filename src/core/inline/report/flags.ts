import { inFigures } from '../../evidence/in-figures.ts';
import { nearTheSensor } from '../../reconstruction/near-the-sensor.ts';
import type { Flag } from '../../reconstruction/reconstruction.ts';
import { beyondFlags } from '../../undistort/describe-distortion.ts';
import { coveredBeam } from '../retrieve/exposure.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { InlineUncertainty } from '../uncertainty/inline-uncertainty.ts';
import type { InlineFindings } from './findings.ts';
import { exposureFlags } from './exposure-flags.ts';
import { listedRegions } from './listed-regions.ts';
import { uncertainPhase } from './uncertain-phase.ts';

/** Of the beam's modulus: what is darker may as well let nothing through. */
const DARK = 0.2;

/** What a person should know before believing the numbers. */
export function inlineFlags(findings: InlineFindings, blind: number): Flag[] {
  const { recipe, background, focus, distances, aligned, retrieval, stated, straight } = findings;
  const flags = [
    ...beyondFlags(straight),
    ...exposureFlags(findings),
    ...fullPixels(findings),
    ...bentResponse(findings),
  ];
  const add = (code: string, level: Flag['level'], detail: string) => flags.push({ code, level, detail });
  if (recipe.z_mm === null && recipe.z_min_mm === null && recipe.stack_z_mm === null) {
    add('distance_unknown', 'needs_review', 'No distance was given: 0.1 to 10 mm were searched.');
  }
  for (const doubt of focus?.doubts ?? [])
    add('focus_ambiguous', 'warning', `The focus is in doubt: ${doubt}.`);
  flags.push(...furtherPlanes(findings));
  flags.push(...nearTheSensor(recipe, focus?.depthOfField));
  flags.push(...movedHeights(findings), ...rivalHeights(findings));
  for (const number of aligned.unrelated) {
    add(
      'frames_unrelated',
      'warning',
      `Frame ${number} of the stack shows nothing that frame 1 shows: the distances, their order or the frame may be wrong. It was not moved.`,
    );
  }
  flags.push(blindPhase(findings, blind));
  if (!retrieval) {
    add('twin_image', 'needs_review', 'No phase was retrieved: the twin image is still there.');
    return flags;
  }
  if (!retrieval.converged) {
    add(
      'retrieval_not_converged',
      'warning',
      `The retrieval stopped after ${retrieval.iterations} iterations before it settled.`,
    );
  }
  flags.push(
    ...poorFit(findings),
    ...brighterLight(retrieval),
    ...coveredFrame(retrieval, stated),
    ...unevenBackground(background !== null, stated),
  );
  flags.push(
    ...openPhase(stated, distances.length, retrieval.mixedShare > findings.uncertainty.mixedShare),
    ...openTurns(findings),
  );
  return [...flags, ...uncertainPhase(findings, flags)];
}

/** A flag for what of the phase is too slow to be recorded, and by how much that may be. */
function blindPhase({ stated, normalised, retrieval }: InlineFindings, blind: number): Flag {
  const hardly = `Phase that varies more slowly than about ${blind.toPrecision(2)} cycles/µm is hardly recorded at this distance and comes from the constraints.`;
  const { degree, unevenShare } = normalised[0]!.illumination;
  const left =
    retrieval && retrieval.lightLeft > 0
      ? ` and once the sample was known, ${inFigures(100 * retrieval.lightLeft)} % of root mean square more`
      : '';
  const taken =
    degree || left
      ? ` The light was estimated from the frame (degree ${degree}, uneven by ${Math.round(100 * unevenShare)} %${left}): broad phase looks like uneven light, and what that took of it, ` +
        'as of a film over half of the frame, is not in the uncertainty. A background frame would settle it.'
      : '';
  if (!stated?.broad)
    return { code: 'phase_blind_at_low_frequencies', level: 'info', detail: `${hardly}${taken}` };
  const { sigma, asLight } = stated.broad;
  const alike =
    `${hardly} Light that is uneven, a faint absorption or broad phase of ${sigma.toPrecision(2)} rad explain the frame beside the sample alike: ` +
    (asLight
      ? 'its contrast does not rise with the frequency as that of a phase does, so that it was taken for light, and it is not in the uncertainty. '
      : 'so much is in the uncertainty. ') +
    'A background frame tells light from sample; a longer distance records broader phase.';
  const level = asLight ? 'info' : 'warning';
  return { code: 'phase_blind_at_low_frequencies', level, detail: `${alike}${taken}` };
}

/** A flag where the frames of a stack lie elsewhere than at the distances that were given. */
function movedHeights({ heights, recipe, distances }: InlineFindings): Flag[] {
  if (!heights || !(heights.isMoved || heights.isUneven)) return [];
  const { common, isMoved, isUneven } = heights;
  const um = (value: number) => `${inFigures(Math.abs(value))} µm`;
  const all =
    common && isMoved
      ? `all ${um(common.farther)} ${common.farther > 0 ? 'farther' : 'nearer'} than stated, to ± ${um(common.sigma)}: there the sample is in focus`
      : null;
  const most = distances.reduce((worst, z, k) => {
    const off = Math.abs(z - 1000 * recipe.stack_z_mm![k]!) - (isMoved ? Math.abs(common!.farther) : 0);
    return Math.max(worst, Math.abs(off));
  }, 0);
  const single = isUneven ? `single ones up to ${um(most)} elsewhere beside the others` : null;
  const used = distances.map((z) => (z / 1000).toPrecision(5)).join(', ');
  const detail =
    `The frames of the stack lie ${[all, single].filter((one) => one !== null).join(', and ')}. The distances that they show were used: ${used} mm. ` +
    'Check the zero and the steps of the stage, the pitch and the wavelength.';
  return [{ code: 'stack_distances', level: 'warning', detail }];
}

/** A flag where what tells the distance of a stack does not agree. */
function rivalHeights({ heights }: InlineFindings): Flag[] {
  if (!heights?.common || heights.common.rival === null) return [];
  const { farther, sigma, rival } = heights.common;
  const apart = rival - (heights.isMoved ? farther : 0);
  const detail =
    `The focus is in doubt: at distances ${inFigures(Math.abs(apart))} µm ${apart > 0 ? 'farther' : 'nearer'} than those that were used a field ` +
    `explains the frames better, and at those that were used the sample is sparser, as one is in focus. ± ${inFigures(sigma)} µm are in the uncertainty.`;
  return [{ code: 'focus_ambiguous', level: 'warning', detail }];
}

/** A flag where the camera's range cut fringes off. */
function fullPixels({ image, background, uncertainty, retrieval, normalised }: InlineFindings): Flag[] {
  const further = normalised.findIndex(({ full }, k) => k > 0 && full.length > 0);
  const { rows, cols } = image.plane;
  const ofStack = further > 0 && {
    ...{ name: `frame ${further + 1} of the stack`, maximum: null, isCut: true },
    fractionAtMaximum: normalised[further]!.full.length / (rows * cols),
  };
  const cut = [
    { ...image, name: 'the hologram', isCut: normalised[0]!.full.length > 0 },
    background && { ...background, name: 'the background frame', isCut: false },
    ofStack,
  ].find((one) => one && (one.isCut || one.fractionAtMaximum > uncertainty.evidence.saturated));
  if (!cut) return [];
  const share = inFigures(100 * cut.fractionAtMaximum);
  const leftOut = retrieval && cut.name !== 'the background frame';
  const then = leftOut
    ? `${normalised.length === 1 ? 'it is known of them only that they are as bright at least' : 'they were left out of the retrieval'}, and phase and amplitude come out less sure around them`
    : 'phase and amplitude come out weaker than they are, and the uncertainty does not know by how much';
  const detail =
    `${share} % of the pixels of ${cut.name} sit at the largest value` +
    `${cut.maximum === null ? '' : `, ${cut.maximum}`}: ${then}. Expose less.`;
  return [{ code: 'saturated', level: 'warning', detail }];
}

/** A flag where the camera's counts are, or may be, a power of the light. */
function bentResponse({ response }: InlineFindings): Flag[] {
  if (!response) return [];
  const { power, best, doubt, misfit, linearMisfit } = response;
  const evidence = `${misfit.toFixed(2)} in place of ${linearMisfit.toFixed(2)} of its noise is left unexplained`;
  const remedy = 'State the gamma where it is known, 1 for a camera that is linear; or save raw frames.';
  if (power !== 1) {
    const detail =
      `The counts follow the light with a gamma of about ${power.toFixed(2)}: with it ${evidence}. It was undone before ` +
      `anything else; what is in doubt of it, ${(100 * doubt).toFixed(0)} %, is in the uncertainty. ${remedy}`;
    return [{ code: 'camera_gamma', level: 'warning', detail }];
  }
  if (doubt === 0) {
    const detail =
      'A camera may give frames of 8 bits a gamma, and this one does not tell, as few do whose sample is weak: with ' +
      `${best.toFixed(1)}, ${evidence}. Counts were taken to be in proportion to the light. With such a gamma phases would be larger ` +
      `by ${(100 * (best - 1)).toFixed(0)} %, which is not in the uncertainty. ${remedy}`;
    return [{ code: 'camera_gamma_open', level: 'info', detail }];
  }
  if (doubt < Math.abs(best - 1)) {
    const detail =
      `A gamma of up to ${best.toFixed(2)} explains this frame of 8 bits as well as none: ${evidence}. Counts were taken to be in ` +
      `proportion to the light; that they may not be is in the uncertainty, ${(100 * doubt).toFixed(0)} % of a weak phase. ${remedy}`;
    return [{ code: 'camera_gamma_open', level: 'info', detail }];
  }
  const detail =
    `The counts may follow the light with a gamma of ${best > 1 ? 'up' : 'down'} to ${best.toFixed(2)}: ${evidence}, which decides ` +
    `nothing. Nothing was undone; phases may be ${best > 1 ? 'larger' : 'smaller'} by ${(100 * Math.abs(best - 1)).toFixed(0)} %, ` +
    `which is in the uncertainty. ${remedy}`;
  return [{ code: 'camera_gamma_open', level: 'needs_review', detail }];
}

/** Flags where the phase of parts of the sample is not known. */
function openPhase(stated: InlineUncertainty | null, frames: number, absorbs: boolean): Flag[] {
  const flags: Flag[] = [];
  const percent = (share: number) => `${Math.max(1, Math.round(100 * share))} %`;
  if (stated && stated.mixedSigma > 0) {
    const remedy =
      frames === 1
        ? 'a single frame leaves their broad phase open; several frames at different distances would settle it.'
        : 'the frames lie too close to each other to settle their phase.';
    const marked =
      stated.mixedFraction > 0
        ? ` The phase of ${percent(stated.mixedFraction)} of the pixels is marked as not known: that of parts which are open by ` +
          'more than a radian, and of the first fringe around them.'
        : '';
    const what = absorbs
      ? 'Parts of the sample both absorb and delay light'
      : 'In parts of the sample, or around them, a little more or less absorption would look like broad phase';
    const detail =
      `${what}: ${remedy} The uncertainty holds by how much, part by part, up to ` +
      `${Math.min(1, stated.mixedSigma).toPrecision(2)} rad.${marked}`;
    flags.push({ code: 'mixed_object', level: 'warning', detail });
  }
  if (stated && stated.cutFraction > 0) {
    const detail =
      'Parts of the sample leave the frame where they are wider than the phase is recorded over. No rim there says how far their ' +
      `phase is from that of the beam: that of ${percent(stated.cutFraction)} of the pixels is marked as not known. A frame that ` +
      'holds them whole would settle it.';
    flags.push({ code: 'cut_by_frame', level: 'warning', detail });
  }
  return flags;
}

/** A flag where regions hang on their surroundings through what tells nothing of whole turns. */
function openTurns({ maps }: InlineFindings): Flag[] {
  const { regions } = maps.openTurns;
  if (regions.length === 0) return [];
  const inRegions = regions.reduce((sum, { size }) => sum + size, 0);
  const percent = inFigures((100 * inRegions) / (maps.phase.rows * maps.phase.cols));
  const [count, them] = regions.length === 1 ? ['1 region', 'it'] : [`${regions.length} regions`, 'them'];
  const detail =
    `${count} (${percent} % of the frame) behind rims that are dim, steep or noisy: by how many whole turns the phase in ${them} is off ` +
    'can’t be told from one wavelength, and its uncertainty is set to that of an unknown phase.';
  return [{ code: 'turns_open', level: 'warning', detail, regions_px: listedRegions(regions) }];
}

/** A flag where the noise does not explain what is left of the hologram; a warning where the constraints had to be weighted for it. */
function poorFit({ retrieval, stated, background, maps, uncertainty }: InlineFindings): Flag[] {
  if (!retrieval || (!retrieval.isUnexplained && !stated?.poorFit)) return [];
  const { data } = maps.amplitude;
  const dark = data.reduce((count, modulus) => count + (modulus < DARK ? 1 : 0), 0) / data.length;
  const stop =
    background === null && dark > uncertainty.evidence.untrusted
      ? ` ${Math.round(100 * dark)} % of it is dark: where that is no sample but the rim of a round field, or a stop, nothing in one frame tells; a background frame does.`
      : '';
  const weighted = retrieval.isUnexplained
    ? ' The constraints were weighted for what is left, so that weak detail is smoothed away.'
    : '';
  const detail = `The field explains the hologram only to ${retrieval.dataMisfit.toFixed(1)} times its noise: distance, light or model are off.${weighted}${stop}`;
  return [{ code: 'poor_fit', level: retrieval.isUnexplained ? 'warning' : 'needs_review', detail }];
}

/** A flag where a stack shows that the beam is brighter than it was taken for. */
function brighterLight(retrieval: Retrieval): Flag[] {
  const ratio = coveredBeam(retrieval);
  if (ratio === null) return [];
  const detail =
    `The frames together show a beam ${ratio.toPrecision(3)} times as bright as any of them shows by itself: the sample covers ` +
    'nearly all of it. Amplitudes are relative to the least light that explains the frames; a background frame would settle it.';
  const unknown =
    'No part of the frames is known to hold no sample, so what uneven light adds to the phase could not be measured: it is not in the uncertainty.';
  return [
    { code: 'light_from_stack', level: 'warning', detail },
    { code: 'coherent_background_unknown', level: 'warning', detail: unknown },
  ];
}

/** A flag where one frame shows that the sample covers the beam. */
function coveredFrame(retrieval: Retrieval, stated: InlineUncertainty | null): Flag[] {
  if (stated === null || stated.beside !== null || coveredBeam(retrieval) !== null) return [];
  const detail =
    'Light is missing nearly all over the frame, so that no part of it is known to hold no sample: what uneven light adds to the ' +
    'phase could not be measured, and is not in the uncertainty; broad phase has nothing that it is relative to.';
  return [{ code: 'coherent_background_unknown', level: 'warning', detail }];
}

/** A flag where light that no smooth estimate follows has turned into broad phase: none with a background frame. */
function unevenBackground(hasBackground: boolean, stated: InlineUncertainty | null): Flag[] {
  if (!stated?.unevenLight || hasBackground) return [];
  const counted = stated.beside ? ', part of the stated uncertainty' : '';
  const detail =
    `The phase beside the sample varies by ${stated.unevenLight.toPrecision(2)} rad (one standard deviation${counted}): ` +
    'unevenness of the light that no smooth estimate follows turns into broad phase. A background frame would take it out.';
  return [{ code: 'uneven_background', level: 'warning', detail }];
}

/** The field is that of one plane: what is in focus elsewhere, as dust on a window is, may be what somebody looks for. */
function furtherPlanes({ focus }: InlineFindings): Flag[] {
  const [main, ...further] = focus?.foci ?? [];
  // the others are among the doubts
  const others = further.filter(({ certain }) => certain);
  if (!main || others.length === 0) return [];
  const mm = (z: number) => `${(z / 1000).toFixed(4)} mm`;
  const named = others.map(
    ({ z, share }) => `${mm(z)} (${Math.round(100 * share)} % of the diffracted light)`,
  );
  const detail =
    `Parts of the frame are in focus at another distance: ${named.join(', ')}. What is delivered is the field at ${mm(main.z)}, ` +
    'where those are not; state the other distance to see them.';
  return [{ code: 'several_planes', level: 'needs_review', detail }];
}
