import {
  distortionSlopes,
  lensSlopes,
  lightSlopes,
  oblongSlope,
  pixelSlopes,
  reflectionSlopes,
  rimSlopes,
} from '../model/disturbances.ts';
import { barSlopes } from '../model/bar-slopes.ts';
import { layoutSlopes } from '../model/layout-slopes.ts';
import { HIGHEST_DEGREE, lightField, lightTables, withDegrees } from '../model/light.ts';
import { sceneOf, slopesIn, type Scene } from '../model/predict.ts';
import type { Complex } from '../model/spectrum.ts';
import type { RigSettings } from '../model/rig-settings.ts';
import { changeThatLifts, changeThatMakes } from './as-collected.ts';
import { copySlopes } from './copies.ts';
import type { FinalFit } from './final-fit.ts';
import { middleOf } from './fit-scene.ts';
import { passedRadius } from './pupil.ts';
import type { FitSettings, RefitSettings } from './fit-settings.ts';
import { ridged, type Disturbance, type Group } from './linear-refit.ts';
import { residualsAfter, type Linearised } from './jacobian.ts';
import { normalEquations, type Normal } from './normal-equations.ts';
import { mixed, weighed } from './residuals.ts';

/**
 * In-line, of a copy nearer than a pixel, or a whole number of a lattice's periods aside but for as much, little more than a curvature over all
 * frequencies is seen, as a distance has it.
 */
const NEAR_DEGREE = 2;

/** What light meets on its way, as changes of the field. Copies and a camera's pixels change phases that only off-axis shows. */
function disturbedBy(
  { fit, subject, optics, measured, collected, offCentre }: FinalFit,
  scene: Scene,
  seen: Seen,
  width: RefitSettings & Pick<RefitLimits, 'ratio' | 'layout'> & { readonly slack: number },
  onStep: () => void,
) {
  const radius = passedRadius(fit.state, measured);
  const found: (Slopes & { readonly slopes: Complex[] })[] = [
    { name: 'light_at_target', width: width.light, slopes: lightSlopes(scene, optics, measured, onStep) },
  ];
  if (subject.hasLens) {
    const waves = offCentre?.waves;
    const lens = lensSlopes(offCentre ?? scene.arrived, waves?.radius ?? radius);
    const already = waves?.terms;
    found.push({ name: 'lens', width: 2 * Math.PI * width.lens, slopes: lens, already });
    const slopes = distortionSlopes(scene, measured);
    found.push({ name: 'distortion', width: width.distortion, slopes });
    if (offCentre)
      found.push({
        name: 'off_centre',
        width: width.offCentre * fit.state.pupil!,
        slopes: offCentre.slopes(),
      });
  }
  if (width.layout > 0) {
    const slopes = layoutSlopes(scene, subject, optics, fit.state, middleOf(measured));
    found.push({ name: 'layout', width: width.layout, slopes });
  }
  const bars = barSlopes(scene, subject, optics, fit.state);
  found.push({ name: 'bars', width: width.bars, slopes: bars });
  // off-axis it looks like an astigmatism
  if (measured.im === null && subject.model.determines.includes('anisotropy')) {
    const slopes = [oblongSlope(scene, subject.medium_wavelength_um)];
    // pixels that are not square look the same
    found.push({ name: 'oblong', width: width.ratio, slopes });
  }
  found.push({ name: 'rim', width: 1, slopes: rimSlopes(scene, optics, width.discMoved) });
  if (measured.im === null) {
    const area = collected ? [changeThatMakes(collected.beyond, seen.field, seen.lit)] : [];
    const near = reflectionSlopes(scene, radius, NEAR_DEGREE);
    return [
      ...found,
      { name: 'pixels' as const, width: width.area, slopes: area },
      { name: 'stray_light' as const, width: width.slack, slopes: [changeThatLifts(seen.field, seen.lit)] },
      { name: 'reflections' as const, width: width.reflections, slopes: near },
    ];
  }
  const pixels = pixelSlopes(scene, radius);
  const reflections = reflectionSlopes(scene, radius, width.reflectionDegree);
  return [
    ...found,
    { name: 'pixels' as const, width: width.pixels, slopes: pixels },
    { name: 'reflections' as const, width: width.reflections, slopes: reflections },
  ];
}

/** What a fit has at each cell. */
type Seen = Pick<Linearised, 'measured' | 'weight' | 'gauge' | 'field' | 'lit'>;

/** Changes of the field with one thing, and how large it may be. */
interface Slopes {
  readonly name: Disturbance;
  readonly width: number;
  readonly slopes: readonly Complex[];
  /** see `Group` */
  readonly already?: Float64Array | undefined;
}

/** Everything that is known before anything is solved. */
interface Columns {
  readonly final: FinalFit;
  readonly scene: Scene;
  /** of the unknowns */
  readonly slopes: readonly Complex[];
  readonly light: Linearised['light'];
  readonly tables: readonly Float32Array[];
  readonly seen: Seen;
  readonly settings: FitSettings;
}

/**
 * How a refit is made, by what share lengths along x may differ from what is drawn where those along y do not, and one σ of each straight
 * line by which parts that share a place lie off from the drawing: 0 where they keep it.
 */
export type RefitLimits = FitSettings & Pick<RigSettings, 'ratio'> & { readonly layout: number };

/** Normal equations with columns for all that a fit takes for perfect: which belong to what, and which are the fit's own. */
export interface Extended {
  readonly normal: Normal;
  readonly groups: readonly Group[];
  readonly base: readonly number[];
}

export function extended(final: FinalFit, settings: RefitLimits, onStep: () => void): Extended {
  const { fit, subject, optics, measured } = final;
  const { kernels } = subject;
  const scene = fit.linear ? fit.linear.scene : sceneOf(subject, optics, fit.state);
  const { field } = scene.arrived;
  const slopes = fit.linear?.slopes ?? slopesIn(scene, subject, optics, fit.state, fit.unknowns, onStep);
  const light = withHigherDegrees(final);
  const tables = lightTables(measured, Math.max(light.amplitudeDegree, light.phaseDegree));
  const lit = lightField(light, tables, kernels.wasm);
  const { gauge, weight } = weighed(measured, mixed(field, lit, measured.im === null), settings);
  const seen = { measured, weight, gauge, field, lit };
  const columns = { final, scene, slopes, light, tables, seen, settings };
  onStep();
  const { ratio, layout } = settings;
  const disturbed = disturbedBy(
    final,
    scene,
    seen,
    { ...settings.refit, ratio, layout, slack: settings.evidence.slack },
    onStep,
  );
  const own = arranged(columns, disturbed);
  const normal = normalEquations(kernels, own.linear, true, onStep);
  onStep();
  const copies = measured.im === null ? copiesIn(columns, own, normal) : [];
  if (copies.length === 0) return { normal, groups: own.groups, base: own.base };
  const { linear, groups, base } = arranged(columns, [
    ...disturbed,
    { name: 'reflections', width: settings.refit.reflections, slopes: copies },
  ]);
  return { normal: normalEquations(kernels, linear, true, onStep), groups, base };
}

/** Copies that show in what all the rest leaves. */
function copiesIn(
  { final, scene: { spectrum, path }, seen, settings }: Columns,
  { linear, groups }: ReturnType<typeof arranged>,
  normal: Normal,
): Complex[] {
  const { fit, subject, optics } = final;
  const solution = ridged(normal, groups, fit.meanSquare);
  if (!solution) return [];
  const light = { ...seen, kernels: subject.kernels, optics, spectrum, path };
  return copySlopes(light, residualsAfter(linear, solution), {
    worth: settings.evidence.worth,
  });
}

function arranged(
  { final: { fit }, slopes, light, tables, seen, settings: { parts, refit: width } }: Columns,
  disturbed: readonly Slopes[],
) {
  const all = [...slopes];
  const groups: Group[] = [];
  // φ rad change a wave by φ and, in quadrature, by half of φ²: a field shows both apart, an intensity doesn't
  const isField = seen.measured.im !== null;
  const own = fit.unknowns.length;
  for (const { name, width: each, slopes: more, already } of disturbed) {
    const bend = name === 'lens' && !isField ? each / 2 : 0;
    groups.push({ name, columns: range(all.length, all.length + more.length), width: each, bend, already });
    all.push(...more);
  }
  const [ownAmplitude, ownPhase] = [fit.light.amplitude.length, fit.light.phase.length];
  const amplitude = all.length;
  const phase = amplitude + light.amplitude.length;
  const atSensor = [
    { columns: range(amplitude + ownAmplitude, phase), width: width.light },
    { columns: range(phase + ownPhase, phase + light.phase.length), width: width.phase },
  ];
  for (const each of atSensor) groups.push({ name: 'light_at_sensor', ...each });
  const linear: Linearised = { ...seen, slopes: all, light, tables, parts };
  const base = [
    ...range(0, own),
    ...range(amplitude, amplitude + ownAmplitude),
    ...range(phase, phase + ownPhase),
  ];
  return { linear, groups, base };
}

/** Of what is smooth at the sensor: a degree more than the fit has. */
function withHigherDegrees({ fit: { light } }: FinalFit) {
  const { amplitudeDegree, phaseDegree } = light;
  const phase = Math.max(phaseDegree, Math.min(HIGHEST_DEGREE, phaseDegree + 1));
  return withDegrees(light, amplitudeDegree + 1, phaseDegree < 0 ? -1 : phase);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}
