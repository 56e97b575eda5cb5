import type { Kernels } from '../../kernel/kernels.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import type { Optics } from './optics.ts';
import type { Path } from './path-response.ts';
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
/** What a unit of `anisotropy` does to the logarithm of the ratio: pictures grow along x and shrink along y. */
const RATIO = -2;

export function drawn(subject: Subject, optics: Optics, state: State, look: Look, only?: number): Complex {
  const { kernels, model, wavelength_um } = subject;
  const pieces: Piece[] = state.places.map((place, k) => ({ place, parts: subject.pieces[k]! }));
  const shown = only === undefined ? pieces : [pieces[only]!];
  const wave = drawScene(optics.canvas, model, shown, look, wavelength_um, kernels.run);
  return soften(wave, optics.around, (angle) => kernels.run.cos(angle));
}

/** The field at the measured cells. */
export function predict(subject: Subject, optics: Optics, state: State): Complex {
  return predictWith(subject, optics, state)(state);
}

/** The same for any pupil, blur and distance: the drawing is made once, as the state has it. */
export function predictWith(subject: Subject, optics: Optics, state: State): (state: State) => Complex {
  const spectrum = optics.spectrumOf(drawn(subject, optics, state, state.look));
  return (own) => optics.field(spectrum, pathOf(subject, own));
}

export function pathOf({ magnification }: Subject, state: State): Path {
  const { zeta, blur, pupil } = state;
  const place = state.places[0]!;
  return { zeta, blur, pupil, pitch_um: magnification * pitchOf(place), ratio: ratioOf(place) };
}

/** The field and its derivative by each unknown. */
export function predictWithSlopes(
  subject: Subject,
  optics: Optics,
  state: State,
  unknowns: readonly Unknown[],
  onStep: () => void,
): { readonly field: Complex; readonly slopes: Complex[] } {
  const path = pathOf(subject, state);
  const wave = drawn(subject, optics, state, state.look);
  const spectrum = optics.spectrumOf(wave);
  const field = optics.field(spectrum, path);
  const gradient = unknowns.some((name) => name in generators) ? optics.gradient(spectrum) : null;
  // both shifts of a piece come one after the other
  let last = { piece: -1, spectrum };
  const slopes = unknowns.map((name): Complex => {
    onStep();
    if (name in generators) {
      const wider = optics.spectrumFrom(moved(gradient!, optics, generators[name as Generator]));
      const slope = optics.field(wider, path);
      if (name === 'scale') return sum(slope, optics.field(spectrum, path, 'scale'));
      return name === 'anisotropy' ? sum(slope, optics.field(spectrum, path, 'ratio'), RATIO) : slope;
    }
    switch (name) {
      case 'zeta':
      case 'blur':
        return optics.field(spectrum, path, name);
      case 'contrast':
        return contrastSlope(subject, state, field);
      case 'wider':
      case 'cuts': {
        const step = WIDTH_STEP_PX * pitchOf(state.places[0]!);
        const key = `${name}_um` as const;
        const wider = { ...state.look, [key]: state.look[key] + step };
        const difference = between(wave, drawn(subject, optics, state, wider), step);
        return optics.field(optics.spectrumFrom(difference), path);
      }
      case 'phase_scale': {
        const more = { ...state.look, phaseScale: state.look.phaseScale + PHASE_STEP };
        const difference = between(wave, drawn(subject, optics, state, more), PHASE_STEP);
        return optics.field(optics.spectrumFrom(difference), path);
      }
      default: {
        const piece = Number(name.slice(1));
        if (state.places.length === 1) last = { piece, spectrum };
        else if (last.piece !== piece)
          last = { piece, spectrum: optics.spectrumOf(drawn(subject, optics, state, state.look, piece)) };
        return optics.field(last.spectrum, path, name.startsWith('x') ? 'x' : 'y');
      }
    }
  });
  return { field, slopes };
}

/** −v · ∇ of a wave, v the displacement of a unit of a linear change around the middle of the frame. */
function moved(
  { x: gx, y: gy }: { readonly x: Complex; readonly y: Complex },
  { canvas, middle }: Optics,
  [xx, xy, yx, yy]: readonly [number, number, number, number],
): Parts {
  const { rows, cols, cell } = canvas;
  return (re, im) => {
    for (let row = 0, i = 0; row < rows; row += 1) {
      const v = (row + 0.5 - middle.y) * cell;
      for (let col = 0; col < cols; col += 1, i += 1) {
        const u = (col + 0.5 - middle.x) * cell;
        const dx = xx * u + xy * v;
        const dy = yx * u + yy * v;
        re[i] = -(dx * gx.re[i]! + dy * gy.re[i]!);
        im[i] = -(dx * gx.im[i]! + dy * gy.im[i]!);
      }
    }
  };
}

function sum(a: Complex, b: Complex, times = 1): Complex {
  const out = emptyComplex(a.re.length);
  for (let i = 0; i < out.re.length; i += 1) {
    out.re[i] = a.re[i]! + times * b.re[i]!;
    out.im[i] = a.im[i]! + times * b.im[i]!;
  }
  return out;
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
