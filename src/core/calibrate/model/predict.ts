import type { Kernels } from '../../kernel/kernels.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import type { Arrived } from './arrived.ts';
import type { Optics } from './optics.ts';
import { isSamePath, type Path } from './path-response.ts';
import { drawScene, type Look, type Piece } from './scene.ts';
import { soften } from './soften.ts';
import { emptyComplex, type Complex, type Parts } from './spectrum.ts';
import { generators, pitchOf, ratioOf, type Generator, type State, type Unknown } from './state.ts';

/** A target, the light that meets it, and which of its parts have a place of their own. */
export interface Subject {
  readonly kernels: Kernels;
  readonly model: TargetModel;
  /** in vacuum: what the phase of a drawn body follows from */
  readonly wavelength_um: number;
  /** where light propagates from the target to its image */
  readonly medium_wavelength_um: number;
  /** for each piece the parts in it; null: all */
  readonly pieces: readonly (ReadonlySet<string> | null)[];
  /** size of a pixel where light propagates over its size on the target: the magnification where pitches are the sensor's */
  readonly magnification: number;
  /** none lies between a target and the bare sensor of an in-line rig */
  readonly hasLens: boolean;
}

/** How far the width is changed to see what it does, as a share of a camera pixel. */
const WIDTH_STEP_PX = 0.25;
const PHASE_STEP = 0.02;
/** A tenth of a pixel at the end of a line that goes half through the view. */
const LONGER_STEP = 1e-3;
export function drawn(subject: Subject, optics: Optics, state: State, look: Look, only?: number): Complex {
  const { kernels, model, wavelength_um } = subject;
  const pieces: Piece[] = state.places.map((place, k) => ({
    place: optics.placed(place),
    parts: subject.pieces[k]!,
  }));
  const shown = only === undefined ? pieces : [pieces[only]!];
  const wave = drawScene(optics.canvas, model, shown, look, wavelength_um, kernels.wasm);
  return soften(wave, optics.around, (angle) => kernels.wasm.cos(angle));
}

/** The field at the measured cells. */
export function predict(subject: Subject, optics: Optics, state: State): Complex {
  return predictWith(subject, optics, state)(state);
}

/** The same for any pupil, blur and distance: the drawing is made once, as the state has it. */
export function predictWith(subject: Subject, optics: Optics, state: State): (state: State) => Complex {
  const { spectrum } = drawingOf(subject, optics, state);
  return (own) => optics.field(spectrum, pathOf(subject, own));
}

export function pathOf({ magnification }: Subject, state: State): Path {
  const { zeta, blur, pupil } = state;
  const place = state.places[0]!;
  return { zeta, blur, pupil, place, pitch_um: magnification * pitchOf(place), ratio: ratioOf(place) };
}

/** What a state draws, and what of it arrives at the measured cells. */
export interface Scene {
  readonly wave: Complex;
  readonly spectrum: Complex;
  readonly path: Path;
  readonly arrived: Arrived;
}

export function sceneOf(subject: Subject, optics: Optics, state: State): Scene {
  const path = pathOf(subject, state);
  const { wave, spectrum } = drawingOf(subject, optics, state);
  return { wave, spectrum, path, arrived: optics.arrived(spectrum, path) };
}

/** What was drawn of a state, which nobody writes into. */
interface Drawing
  extends Pick<Subject, 'model' | 'pieces' | 'wavelength_um'>, Pick<State, 'places' | 'look'> {
  readonly wave: Complex;
  readonly spectrum: Complex;
}

/** On each canvas the last one: where a step of a fit came to, the next begins. */
const lastDrawn = new WeakMap<Optics, Drawing>();

function drawingOf(subject: Subject, optics: Optics, state: State): Drawing {
  const { model, pieces, wavelength_um } = subject;
  const { places, look } = state;
  const last = lastDrawn.get(optics);
  const isSame = last?.model === model && last.pieces === pieces && last.wavelength_um === wavelength_um;
  if (isSame && last.places === places && last.look === look) return last;
  const wave = drawn(subject, optics, state, look);
  const own = { model, pieces, wavelength_um, places, look, wave, spectrum: optics.spectrumOf(wave) };
  lastDrawn.set(optics, own);
  return own;
}

/** A state as it is drawn, and how what arrives changes with each unknown. */
export interface Drawn {
  readonly scene: Scene;
  readonly slopes: readonly Complex[];
}

interface Followed extends Drawn {
  readonly drawing: Drawing;
  readonly unknowns: string;
}

/** On each canvas the last one: what a fit ends with is looked at more than once, and the next fit begins with it. */
const lastFollowed = new WeakMap<Optics, Followed>();

export function drawnAt(
  subject: Subject,
  optics: Optics,
  state: State,
  unknowns: readonly Unknown[],
  onStep: () => void,
): Drawn {
  const drawing = drawingOf(subject, optics, state);
  const [path, names] = [pathOf(subject, state), unknowns.join()];
  const last = lastFollowed.get(optics);
  if (last?.drawing === drawing && last.unknowns === names && isSamePath(last.scene.path, path)) return last;
  // room for the next one
  lastFollowed.delete(optics);
  const scene = sceneOf(subject, optics, state);
  const slopes = slopesIn(scene, subject, optics, state, unknowns, onStep);
  const own = { drawing, unknowns: names, scene, slopes };
  // of parts with places of their own there are many, and the fit of them is the last
  if (subject.pieces.length === 1) lastFollowed.set(optics, own);
  return own;
}

/** The field's derivative by each unknown. */
export function slopesIn(
  { wave, path, arrived }: Scene,
  subject: Subject,
  optics: Optics,
  state: State,
  unknowns: readonly Unknown[],
  onStep: () => void,
): Complex[] {
  const differently = (look: Look, step: number) => {
    const difference = between(wave, drawn(subject, optics, state, look), step);
    return optics.field(optics.spectrumFrom(difference), path);
  };
  // both shifts of a piece come one after the other
  let last = { piece: -1, arrived };
  return unknowns.map((name): Complex => {
    onStep();
    if (name in generators) return arrived.slope(name as Generator);
    switch (name) {
      case 'zeta':
      case 'blur':
        return arrived.slope(name);
      case 'contrast':
        return contrastSlope(subject, state, arrived.field);
      case 'wider':
      case 'cuts':
      case 'corners': {
        const step = WIDTH_STEP_PX * pitchOf(state.places[0]!);
        const key = `${name}_um` as const;
        return differently({ ...state.look, [key]: state.look[key] + step }, step);
      }
      case 'longer':
        return differently({ ...state.look, longer: state.look.longer + LONGER_STEP }, LONGER_STEP);
      case 'phase_scale':
        return differently({ ...state.look, phaseScale: state.look.phaseScale + PHASE_STEP }, PHASE_STEP);
      default: {
        const piece = Number(name.slice(1));
        if (state.places.length > 1 && last.piece !== piece) {
          const alone = optics.spectrumOf(drawn(subject, optics, state, state.look, piece));
          last = { piece, arrived: optics.arrived(alone, path) };
        }
        return last.arrived.slope(name.startsWith('x') ? 'x' : 'y');
      }
    }
  });
}

/** The change of the field towards that of a target drawn otherwise, per unit of what the drawing differs by. */
export function slopeTowards(
  model: TargetModel,
  step: number,
  ...[{ wave, path }, subject, optics, state]: [Scene, Subject, Optics, State]
): Complex {
  const there = drawn({ ...subject, model }, optics, state, state.look);
  return optics.field(optics.spectrumFrom(between(wave, there, step)), path);
}

function between(from: Complex, to: Complex, step: number): Parts {
  return (re, im) => {
    for (let i = 0; i < re.length; i += 1) {
      re[i] = (to.re[i]! - from.re[i]!) / step;
      im[i] = (to.im[i]! - from.im[i]!) / step;
    }
  };
}

function contrastSlope({ model }: Subject, { look }: State, field: Complex): Complex {
  const ground = model.ground.kind === 'opaque' ? 0 : 1;
  const out = emptyComplex(field.re.length);
  for (let i = 0; i < out.re.length; i += 1) {
    out.re[i] = (field.re[i]! - ground) / look.contrast;
    out.im[i] = field.im[i]! / look.contrast;
  }
  return out;
}
