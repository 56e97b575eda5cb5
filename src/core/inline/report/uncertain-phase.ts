import { inFigures } from '../../evidence/in-figures.ts';
import type { ComplexMap, Flag } from '../../reconstruction/reconstruction.ts';
import { refined, UNIFORM_SIGMA } from '../../uncertainty/phase-sigma.ts';
import { componentsOf } from './components.ts';
import type { InlineFindings, StatedUncertainty } from './findings.ts';

/** Shares of the pixels whose phase is uncertain by more than a radian, by what makes it so. */
interface UncertainShares {
  /** it would be as uncertain in as much light as beside the sample */
  readonly open: number;
  /** of what the sample does to the beam, Σ |x − 1|² where one is, what lies in pixels that are open or marked */
  readonly ofSample: number;
  /** rad², of those: what the lines of the budget come to in the mean, the largest first */
  readonly lines: readonly (readonly [name: string, variance: number])[];
  /** hardly any light comes through */
  readonly dark: number;
  /** marked, and neither */
  readonly marked: number;
}

/** Flags of lines of the budget that say why the phase is uncertain. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  smooth_background: ['uneven_background'],
  coherent_background: ['uneven_background'],
  broad_phase: ['phase_blind_at_low_frequencies'],
  distance: ['focus_ambiguous', 'stack_distances'],
  camera_response: ['camera_gamma', 'camera_gamma_open'],
};

/**
 * A flag where the phase of much of a frame, or of most of the sample, is uncertain by more than a radian and no warning tells why.
 */
export function uncertainPhase(findings: InlineFindings, said: readonly Flag[]): Flag[] {
  const { stated, maps } = findings;
  if (!stated) return [];
  const { untrusted } = findings.uncertainty.evidence;
  const { open, ofSample, lines, dark, marked } = sharesOf(findings);
  const percent = (share: number) => `${inFigures(100 * share)} %`;
  const flags: Flag[] = [];
  const { inconsistentFraction, disconnectedFraction } = maps.unwrapping;
  const turns = Math.min(marked - maps.openTurns.share, inconsistentFraction + disconnectedFraction);
  if (turns > untrusted) {
    const detail =
      `The number of turns of ${percent(turns)} of the pixels can’t be trusted (${maps.unwrapping.residues} residues); their uncertainty is ` +
      'set to that of an unknown phase. Steps of more than half a wave can’t be followed with one wavelength.';
    flags.push({ code: 'unwrapping_untrusted', level: 'warning', detail });
  }
  const isMostOfSample = ofSample > 1 / 2;
  if (open > untrusted || (open > 0 && isMostOfSample)) {
    const [name, variance] = lines[0]!;
    const sigma = Math.sqrt(variance);
    const size = sigma < UNIFORM_SIGMA ? `${sigma.toPrecision(2)} rad there` : 'more than a phase can have';
    const { method } = componentsOf(findings).find((line) => line.name === name)!;
    const detail =
      `The phase of ${percent(open)} of the pixels is uncertain by more than a radian${isMostOfSample ? ', most of the sample among them' : ''}. Most of that is the line “${name}” of the uncertainty’s ` +
      `budget, ${size}: ${method}.`;
    if (!said.some(({ code, level }) => level !== 'info' && TOLD[name]?.includes(code)))
      flags.push({ code: 'phase_uncertain', level: 'warning', detail });
  }
  if (dark > untrusted) {
    const detail = `Hardly any light comes through ${percent(dark)} of the pixels: their phase is uncertain by more than a radian.`;
    flags.push({ code: 'phase_uncertain', level: 'info', detail });
  }
  return flags;
}

/** Between tiles σ is drawn on straight lines: so many steps from one to the next are looked at. */
const FINER = 4;

function sharesOf({ maps, stated, uncertainty: { mostMixed } }: InlineFindings): UncertainShares {
  const lines = linesOf(stated!);
  const sums = lines.map(() => 0);
  const { phase_uncertainty, amplitude, field } = maps;
  const { rows, cols } = phase_uncertainty;
  const { noise } = stated!;
  const tiles = FINER * noise.tiles;
  // half of a field's variance makes the phase's
  const ofField = refined(noise.fieldVariance, noise.tiles, tiles).map((variance) => variance / 2);
  const ofPhase = refined(noise.extraPhaseVariance, noise.tiles, tiles);
  const most = mostMixed * mostMixed;
  const tileOf = (k: number, count: number) => Math.floor(((k + 0.5) * tiles) / count);
  const counts = { open: 0, dark: 0, marked: 0, sample: 0, ofSample: 0 };
  for (let i = 0; i < rows * cols; i += 1) {
    const sigma = phase_uncertainty.data[i]!;
    const tile = tileOf(Math.floor(i / cols), rows) * tiles + tileOf(i % cols, cols);
    const at =
      Math.floor(Math.floor(tile / tiles) / FINER) * noise.tiles + Math.floor((tile % tiles) / FINER);
    const does = stated!.sample[at] ? changeOf(field, i) : 0;
    counts.sample += does;
    // what is mixed or cut is told
    if (sigma * sigma <= most || stated!.untrusted?.[i]) continue;
    counts.ofSample += does;
    const [own, added] = [ofField[tile]!, ofPhase[tile]!];
    const light = amplitude.data[i]! * amplitude.data[i]!;
    if (own + added > most) {
      counts.open += 1;
      for (const [k, [, variance]] of lines.entries()) sums[k]! += variance[at]!;
    } else if (own > (most - added) * light) counts.dark += 1;
    else counts.marked += 1;
  }
  const share = (count: number) => count / (rows * cols);
  const means = lines.map(([name], k) => [name, sums[k]! / counts.open] as const);
  return {
    open: share(counts.open),
    ofSample: counts.ofSample / counts.sample,
    lines: means.sort(([, a], [, b]) => b - a),
    dark: share(counts.dark),
    marked: share(counts.marked),
  };
}

/** |x − 1|² of a pixel of a field. */
function changeOf({ data }: ComplexMap, pixel: number): number {
  const [re, im] = [data[2 * pixel]! - 1, data[2 * pixel + 1]!];
  return re * re + im * im;
}

/** rad² of each tile, of the lines of the budget: what is left when those that are known by place are taken off is the constraint's. */
function linesOf(stated: StatedUncertainty): (readonly [name: string, variance: Float64Array])[] {
  const {
    noise,
    camera,
    sample,
    beside,
    distanceVariance,
    responseVariance,
    shiftVariance,
    blurVariance,
    broad,
  } = stated;
  const none = new Float64Array(sample.length);
  // beside a sample the camera's noise is part of what scatters there
  const ofCamera = camera.fieldVariance.map((variance, t) => (sample[t] ? variance / 2 : 0));
  const scatters = beside && beside.fine.sigma > beside.clouds.sigma ? 'coherent' : 'smooth';
  const known: (readonly [string, Float64Array])[] = [
    [`${scatters}_background`, beside?.variance ?? none],
    ['camera_noise', ofCamera],
    ['broad_phase', none.map(() => (broad && !broad.asLight ? broad.sigma * broad.sigma : 0))],
    ['distance', distanceVariance ?? none],
    ['alignment', shiftVariance ?? none],
    ['blurred_detail', blurVariance ?? none],
    ['camera_response', responseVariance ?? none],
  ];
  const rest = noise.fieldVariance.map((variance, t) => {
    const all = variance / 2 + noise.extraPhaseVariance[t]!;
    return all - known.reduce((sum, [, of]) => sum + of[t]!, 0);
  });
  return [...known, ['constraint', rest]];
}
