import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
/** Every number that was chosen in saying how far the phase of a retrieval may be off. */
export interface UncertaintySettings {
  /**
   * Share of what both absorbs and delays light above which a sample is mixed, and settles slowly where heights tell its phase.
   * Measured: sharp-edged absorbers and phase objects stay below 0.1, what does both lies above 0.17; absorbers with soft rims
   * reach 0.14.
   */
  readonly mixedShare: number;
  /**
   * Error of the phase over what is open of it: what phase and absorption leave open of each other (see `openParts`), and the
   * structure whose light was not recorded. The first was measured on 300 cells, balls
   * and discs that pass 0.1 to 1 in amplitude and delay by 0.05 to 2 rad, second simulator, seeds 63001 to 63050: error over σ
   * is 0.4 to 0.8 (rms) where a part is less than twice √(λz) across and 1.1 to 1.2 where it is more, 7 to 12 without; of 149
   * that only delay light (64001 to 64030) it is 0.7 to 0.9, 0.7 to 1.2 without. The second on charts of 256
   * and 512 pixels, pitch 1.12 and 1.67 µm, 1.5 and 3 mm, one, two and four frames: with it error over σ lies within 0.5
   * and 1.2 where detail makes most of it.
   */
  readonly openError: number;
  /**
   * The first where absorption and phase of each part were taken to go together (see `coupledChange`) and do so in the end: only what does
   * not is open (see `coupledErrors`).
   * Measured on five frames of dyed cells, cells of the own simulator and two of a third one (NumPy): with 0.5 error over σ in the sample is
   * 0.05 to 0.8, and 95 % lie within 2 σ where it is most.
   */
  readonly coupledError: number;
  /**
   * Share of a part's rms structure from which on it counts for the part's width: fringes about cells come to an eighth of it,
   * and join cells that lie near each other to a thing four times as wide. Measured on 24 parts of dyed cells and on cells of
   * `leith simulate` (seeds 1131001 to 1131006, 41 to 43): with a quarter no dyed cell becomes narrower, with a third and a
   * half errors of single ones reach 1.2 and 1.7 σ.
   */
  readonly ownShare: number;
  /** rad: a part that is open by more than this has no σ: its phase is marked as not known */
  readonly mostMixed: number;
  /**
   * Half waves of phase that is hardly recorded within which it is open what the frame's edge cuts. Measured on a frame of red cells as they
   * were recorded off-axis, propagated to a sensor: with 1, 1.5, 2 and 3 of them 1.1, 0.8, 0.4 and 0 % of its pixels are silently wrong.
   */
  readonly cutReach: number;
  /** a mixed object settles slowly: what doubling λ does within the iterations allowed is so much less than the error */
  readonly mixedGain: number;
  /** share of the structure's energy, from the lowest frequency up, that counts as its broad part */
  readonly broadEnergy: number;
  /**
   * rad: with less between the heights, absorption and phase of the broad part are not told apart. Measured on discs, cells
   * and charts of 0.5 to 1.5 rad at 10,000 photo-electrons, 192 and 256 px, heights 5 to 500 µm apart: where this was left,
   * errors reached 24 times of what is stated; where it was kept, 1.3 times.
   */
  readonly heightsApart: number;
  /**
   * What the noise does not explain of the hologram is a sign that the sample is not as the constraints have it, of sharp
   * edges above all, and σ grows with the misfit. Measured on charts: up to twice; 30 times as much light gives larger
   * misfits with errors that are the same.
   */
  readonly mostMisfit: number;
  /** structure is what differs clearly from the beam, by spreads of the phase, and by more phase than nothing */
  readonly evidence: EvidenceSettings;
  /** the rim of what departs smoothly from the beam changes by less than the spread from tile to tile: it is a cloud, if it has at least so many tiles; with fewer free of sample the spread over the whole frame stands for every place */
  readonly leastCloud: number;
  /**
   * Width of the neighbourhood over whose sample-free part the phase's mean square is taken (standard deviation of its
   * weight), over the length at which the phase hangs together there. With twice as much σ no longer follows the clouds of
   * recordings: the largest phase over σ grows from 1.2 to 1.5.
   */
  readonly neighbourhood: number;
  /** share of the frame's side beyond which the phase is not asked how long it hangs together: too few places are so far apart */
  readonly farthest: number;
  /**
   * Misfit over the noise from which the hologram is said not to be explained, though constraints are left as they are:
   * distances that are off by a tenth to a half leave 1.5 to 2.5 of beads, charts and cells in 10,000 electrons, right ones
   * at most 1.25, 1.43 with dust, and a star of which the middle is too fine 2.2 (256 px, seed 5; examples/inline.png).
   */
  readonly poorMisfit: number;
}

export const uncertaintySettings: UncertaintySettings = {
  ...{
    mixedShare: 0.12,
    openError: 1.5,
    coupledError: 0.5,
    ownShare: 0.25,
    mostMixed: 1,
    cutReach: 3,
    mixedGain: 2.5,
    broadEnergy: 0.25,
    heightsApart: 0.025,
    mostMisfit: 2,
  },
  ...{ evidence: evidenceSettings },
  ...{ leastCloud: 16, farthest: 1 / 3, neighbourhood: 0.5 },
  poorMisfit: 1.5,
};
