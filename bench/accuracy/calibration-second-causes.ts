/**
 * What makes pitch, distance and turn in a frame of the second simulator wrong: the same rig with one thing wrong at a
 * time, fitted from where the target truly lies. Errors are those of the fit and of the refit, in millionths.
 * `node bench/accuracy/calibration-second-causes.ts <seed> <target>,<target>… [off-axis | inline [<causes>]]`: the first target
 * has the seed, the next one more.
 */
import { loadKernels } from '../../test/load-kernels.ts';
import { FIRST_BLUR } from '../../src/core/calibrate/fit/through-pupil.ts';
import { record, type SecondRig } from '../../test/second-simulator/record.ts';
import { secondCase, type SecondCase } from '../../test/second-simulator/rigs.ts';
import { nothingWrong, smallSetups } from './calibration-second-setups.ts';
import { calibrationSettings as settings } from '../../src/core/calibrate/calibration-settings.ts';
import { finalFit, type FinalFit } from '../../src/core/calibrate/fit/final-fit.ts';
import { middleOf } from '../../src/core/calibrate/fit/fit-scene.ts';
import { moved, refitOf } from '../../src/core/calibrate/fit/refit.ts';
import { expectedIn } from '../../src/core/calibrate/judge/expected.ts';
import { evenLight } from '../../src/core/calibrate/model/light.ts';
import { nominalOf } from '../../src/core/calibrate/model/nominal.ts';
import { asDrawn } from '../../src/core/calibrate/model/scene.ts';
import { placeOf } from '../../src/core/calibrate/model/state.ts';
import { prepare } from '../../src/core/calibrate/prepare/prepare.ts';
import { conjugated } from '../../src/core/calibrate/prepare/record-again.ts';
import { readingsOf } from '../../src/core/calibrate/report/readings.ts';
import { markdownTable } from './markdown-table.ts';

type Wrong = Partial<SecondRig>;

/** Nothing wrong, and hardly any noise. */
const perfect = (rig: SecondRig): Wrong => ({ ...nothingWrong(rig), electrons: 1e7 });

const variants: readonly (readonly [string, (rig: SecondRig) => Wrong])[] = [
  ['all of it', (rig) => rig],
  ['nothing', () => ({})],
  ['nothing, a disc 7 % wider', ({ lens }) => ({ lens: lens && { radius: 1.07 * lens.radius, waves: [] } })],
  ['phase at the sensor', ({ phaseAtSensor }) => ({ phaseAtSensor })],
  ['ghosts', ({ ghosts }) => ({ ghosts })],
  ['light at the target', ({ lightAtTarget }) => ({ lightAtTarget })],
  ['light at the sensor', ({ lightAtSensor }) => ({ lightAtSensor })],
  ['edges', ({ bias_um }) => ({ bias_um })],
  ['aberrations', ({ lens }) => ({ lens })],
  ['curvature', ({ curvature_per_um }) => ({ curvature_per_um })],
  ['curvature the other way', ({ curvature_per_um }) => ({ curvature_per_um: -curvature_per_um })],
  ['curvature and aberrations', ({ curvature_per_um, lens }) => ({ curvature_per_um, lens })],
];

const [seed = '5001', names = 'distortion-grid-50um,usaf-1951', mode = 'off-axis', only] =
  process.argv.slice(2);
const kernels = await loadKernels();
const tried = variants.filter(([cause]) => !only || only.split(',').includes(cause));
const columns = names.split(',').map((name, k) => {
  const setup = smallSetups.find((one) => one.target_id === name && one.mode === mode);
  if (!setup) throw new RangeError(`${name} has no ${mode} rig`);
  const own = secondCase(setup, Number(seed) + k);
  return tried.map(([cause, wrong]) => {
    const rig = { ...own.rig, ...perfect(own.rig), ...wrong(own.rig) };
    const found = errorsOf(own, rig, setup.pitch_um).join('; ');
    console.error(`${name}, ${cause}: ${found}`);
    return found;
  });
});
const body = tried.map(([cause], k) => [cause, ...columns.map((column) => column[k]!)]);
console.log(markdownTable(['wrong in the rig', ...names.split(',')], body));

/** Of the pitch, after the fit and after the refit, of the distance and of the turn (rad). */
function errorsOf({ target, recipe }: SecondCase, rig: SecondRig, pitch_um: number): string[] {
  // what a plane wave would have to have
  const larger = 1 + rig.curvature_per_um * rig.z_um;
  const pitch = pitch_um / larger;
  const z = rig.z_um / larger;
  const frames = record(target.model(), rig, false);
  using scope = kernels.scope();
  const model = target.model();
  const request = { target, recipe };
  const nominal = nominalOf(request, model, settings.rig);
  const prepared = prepare(kernels, scope, frames, request, nominal, settings.prepare);
  const { carrier, measured: seen } = prepared;
  const isTwin = carrier !== null && carrier.x * rig.carrier[0] + carrier.y * rig.carrier[1] < 0;
  const measured = isTwin ? { ...seen, im: seen.im!.map((v) => -v) } : seen;
  const { rotation_rad: rotation, x_um, y_um } = rig.lying;
  const pose = { rotation, scale: 1, mirrored: false, x: x_um / pitch, y: y_um / pitch };
  const place = placeOf(pose, pitch, middleOf(measured), kernels.wasm);
  const { medium_wavelength_um, magnification } = nominal;
  const zeta = (z * rig.wavelength_um) / recipe.wavelength_um / (pitch * magnification) ** 2;
  const state = { places: [place], zeta, blur: FIRST_BLUR, pupil: null, look: asDrawn };
  const subject = {
    ...{ kernels, model, wavelength_um: recipe.wavelength_um, pieces: [null] },
    hasLens: rig.lens !== null,
    ...{ medium_wavelength_um, magnification },
  };
  const ofPhase = model.determines.includes('aberration') ? 3 : 1;
  const light = evenLight(2, measured.im === null ? -1 : ofPhase);
  const expected = expectedIn(model, place, measured, settings.judge.view);
  const again = prepared.again && (isTwin ? conjugated(prepared.again) : prepared.again);
  const from = { state, light };
  const final = finalFit(subject, from, measured, nominal, expected, settings.fit, () => {}, again);
  const off = ({ fit }: FinalFit) => {
    const found = readingsOf(fit.state, magnification, kernels.wasm);
    const far = (1000 * found.z_mm * recipe.wavelength_um) / rig.wavelength_um;
    // a ruling looks the same after half a turn, a grid after a quarter
    const turned = (found.rotation_deg * Math.PI) / 180 - rotation;
    const turn = turned - (Math.PI / 2) * Math.round(turned / (Math.PI / 2));
    const shares = [found.pitch / magnification / pitch - 1, far / z - 1, turn];
    return shares.map((share) => (1e6 * share).toFixed(0));
  };
  const [fit, refit] = [
    off(final),
    off(moved(final, refitOf(final, { ...settings.fit, ratio: settings.rig.ratio, layout: 0 }))),
  ];
  return fit.map((error, k) => `${error}, ${refit[k]}`);
}
