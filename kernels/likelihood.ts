// One step of scoring from a linearly demodulated field towards the likeliest one: what the fringes leave of a frame, how its
// variance follows its brightness, and the frame's residual over that variance. Real planes have the frame's shape.
import { QUAD_BYTES, TO_IMAGINARY, inQuad, quadInRow, sampleAt } from './complex-layout';
import { addProduct, minus, plus, productIm, productRe, splat, times } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt, FloatPitch, FloatsAt, QuadsAt, RealAt } from './types';

/**
 * fringes ← 2 Re(field · carrier), powers ← |field|² − power; field ← image − mean − fringes, its imaginary part the powers, and
 * 0 beyond the frame: two real planes to be transformed as one, which fade at the frame's edges by windowX · windowY.
 * @param tx,ty the carrier's conjugate along x and y, see `carrierTable`
 */
export function takeFringes(
  field: ComplexAt,
  pitchBytes: BytePitch,
  fieldRows: Count<i32>,
  fieldCols: Count<i32>,
  image: RealAt,
  imagePitch: FloatPitch<i32>,
  fringes: RealAt,
  fringesPitch: FloatPitch<i32>,
  powers: RealAt,
  powersPitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  mean: f32,
  power: f32,
  tx: QuadsAt,
  ty: QuadsAt,
  windowX: FloatsAt,
  windowY: FloatsAt,
): void {
  const zero = splat(0);
  const lanes = i32x4(0, 1, 2, 3);
  for (let y = 0; y < fieldRows; y++) {
    let a: usize = field + <usize>y * pitchBytes;
    if (y >= rows) {
      memory.fill(a, 0, pitchBytes);
      continue;
    }
    const table = ty + quadInRow(<usize>y) + inQuad(<usize>y);
    const cr = splat(load<f32>(table));
    const ci = splat(load<f32>(table, TO_IMAGINARY));
    const from: usize = image + ((<usize>y * imagePitch) << 2);
    const to: usize = fringes + ((<usize>y * fringesPitch) << 2);
    const wy = splat(load<f32>(windowY + ((<usize>y) << 2)));
    const beside: usize = powers + ((<usize>y * powersPitch) << 2);
    for (let x = 0; x < fieldCols; x += 4) {
      if (x < cols) {
        const quad = quadInRow(<usize>x);
        const ax = v128.load(tx + quad);
        const bx = v128.load(tx + quad, TO_IMAGINARY);
        const kr = productRe(ax, bx, cr, ci);
        const ki = productIm(ax, bx, cr, ci);
        const re = v128.load(a);
        const im = v128.load(a, TO_IMAGINARY);
        const half = addProduct(times(re, kr), im, ki);
        const side = plus(half, half);
        const inside = i32x4.lt_s(i32x4.add(i32x4.splat(x), lanes), i32x4.splat(cols));
        const window = v128.and(inside, times(wy, v128.load(windowX + ((<usize>x) << 2))));
        const square = minus(addProduct(times(re, re), im, im), splat(power));
        v128.store(to + ((<usize>x) << 2), side);
        v128.store(beside + ((<usize>x) << 2), square);
        v128.store(a, times(window, square), TO_IMAGINARY);
        const rest = minus(minus(v128.load(from + ((<usize>x) << 2)), splat(mean)), side);
        v128.store(a, times(window, rest));
      } else {
        v128.store(a, zero);
        v128.store(a, zero, TO_IMAGINARY);
      }
      a += QUAD_BYTES;
    }
  }
}

@inline function partner(index: i32, count: i32): i32 {
  return index === 0 ? 0 : count - index;
}

/**
 * Of the spectrum of two real planes a + i b: Σ Re(a b*) and Σ |b|² over the frequencies of `least` to `most` cycles/px.
 * @param out f64: the two sums
 */
export function spectraTogether(
  plane: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  least: f64,
  most: f64,
  out: DoublesAt,
): void {
  let across: f64 = 0;
  let own: f64 = 0;
  for (let y = 0; y < rows; y++) {
    const fy = <f64>(y > rows >> 1 ? y - rows : y) / <f64>rows;
    if (Math.abs(fy) > most) continue;
    const reach = min<i32>(cols >> 1, <i32>(most * <f64>cols));
    for (let x = 0; x <= reach; x++) {
      const fx = <f64>x / <f64>cols;
      const f2 = fx * fx + fy * fy;
      if (f2 < least * least || f2 > most * most) continue;
      const p = sampleAt(plane, pitchBytes, <usize>y, <usize>x);
      const q = sampleAt(plane, pitchBytes, <usize>partner(y, rows), <usize>partner(x, cols));
      const ar = <f64>load<f32>(p) + <f64>load<f32>(q);
      const ai = <f64>load<f32>(p, TO_IMAGINARY) - <f64>load<f32>(q, TO_IMAGINARY);
      const br = <f64>load<f32>(p, TO_IMAGINARY) + <f64>load<f32>(q, TO_IMAGINARY);
      const bi = <f64>load<f32>(q) - <f64>load<f32>(p);
      across += 0.25 * (ar * br + ai * bi);
      own += 0.25 * (br * br + bi * bi);
    }
  }
  store<f64>(out, across);
  store<f64>(out, own, 8);
}

/**
 * Of the spectrum of two real planes a + i b makes that of a − share · b, without those of its numbers whose power is not above
 * `threshold`. @returns how many are above
 */
export function keepLoud(
  plane: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  share: f32,
  threshold: f32,
): f64 {
  let kept: f64 = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x <= cols >> 1; x++) {
      const mirrorRow = partner(y, rows);
      const mirrorCol = partner(x, cols);
      // of the columns that mirror each other, or themselves, every pair of rows once
      const twin = mirrorCol === x;
      if (twin && y > mirrorRow) continue;
      const p = sampleAt(plane, pitchBytes, <usize>y, <usize>x);
      const q = sampleAt(plane, pitchBytes, <usize>mirrorRow, <usize>mirrorCol);
      const pr = load<f32>(p);
      const pi = load<f32>(p, TO_IMAGINARY);
      const qr = load<f32>(q);
      const qi = load<f32>(q, TO_IMAGINARY);
      let re: f32 = 0.5 * (pr + qr - share * (pi + qi));
      let im: f32 = 0.5 * (pi - qi - share * (qr - pr));
      if (re * re + im * im > threshold) kept += p === q ? 1 : 2;
      else {
        re = 0;
        im = 0;
      }
      store<f32>(p, re);
      store<f32>(p, im, TO_IMAGINARY);
      store<f32>(q, re);
      store<f32>(q, -im, TO_IMAGINARY);
    }
  }
  return kept;
}

/**
 * fringes ← fringes + mean + the field's real part without its fade + share · powers: how bright the frame is without its noise. Sums per class of that
 * brightness how many pixels there are, the brightness, and the squares of what the image has beyond it.
 * @param border px at each side that are left out of the sums
 * @param out f64, three a class; classes are even steps from `least` to `most`, what lies outside counts to the outermost
 */
export function brightnessClasses(
  field: ComplexAt,
  pitchBytes: BytePitch,
  image: RealAt,
  imagePitch: FloatPitch<i32>,
  fringes: RealAt,
  fringesPitch: FloatPitch<i32>,
  powers: RealAt,
  powersPitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  mean: f32,
  share: f32,
  border: Count<i32>,
  least: f64,
  most: f64,
  classes: Count<i32>,
  leastWindow: f32,
  windowX: FloatsAt,
  windowY: FloatsAt,
  out: DoublesAt,
): void {
  memory.fill(out, 0, <usize>classes * 24);
  const perStep = <f64>classes / (most - least);
  for (let y = 0; y < rows; y++) {
    const wy = load<f32>(windowY + ((<usize>y) << 2));
    const inRows = y >= border && y < rows - border;
    for (let x = 0; x < cols; x++) {
      const at = fringes + ((<usize>y * fringesPitch + <usize>x) << 2);
      const from = field + <usize>y * pitchBytes + quadInRow(<usize>x) + inQuad(<usize>x);
      const power = load<f32>(powers + ((<usize>y * powersPitch + <usize>x) << 2));
      const window = wy * load<f32>(windowX + ((<usize>x) << 2));
      const light = load<f32>(at) + mean + load<f32>(from) / max(leastWindow, window) + share * power;
      store<f32>(at, light);
      if (!inRows || x < border || x >= cols - border) continue;
      const left = <f64>(load<f32>(image + ((<usize>y * imagePitch + <usize>x) << 2)) - light);
      const step = max<f64>(0, min<f64>(<f64>(classes - 1), (<f64>light - least) * perStep));
      const sums = out + <usize>(<i32>step) * 24;
      store<f64>(sums, load<f64>(sums) + 1);
      store<f64>(sums, load<f64>(sums, 8) + <f64>light, 8);
      store<f64>(sums, load<f64>(sums, 16) + left * left, 16);
    }
  }
}

/**
 * light ← (image − light) / max(leastVariance, v0 + v1 light + v2 light²), light below 0 taken as 0.
 * @param out f64, of what the image has beyond the light, `border` px at each side left out: Σ of its squares, of its products
 * with the neighbour to the right, and of those with the one below
 */
export function scoreResidual(
  image: RealAt,
  imagePitch: FloatPitch<i32>,
  light: RealAt,
  lightPitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  v0: f32,
  v1: f32,
  v2: f32,
  leastVariance: f32,
  border: Count<i32>,
  out: DoublesAt,
): void {
  memory.fill(out, 0, 24);
  const last = cols - border - 1;
  for (let y = 0; y < rows; y++) {
    const from: usize = image + ((<usize>y * imagePitch) << 2);
    const to: usize = light + ((<usize>y * lightPitch) << 2);
    if (y >= border && y < rows - border - 1) {
      let squares: f64 = 0;
      let across: f64 = 0;
      let down: f64 = 0;
      for (let x = border; x < last; x++) {
        const at = (<usize>x) << 2;
        const below = at + ((<usize>imagePitch) << 2);
        const lightBelow = at + ((<usize>lightPitch) << 2);
        const left = <f64>(load<f32>(from + at) - load<f32>(to + at));
        squares += left * left;
        across += left * <f64>(load<f32>(from + at, 4) - load<f32>(to + at, 4));
        down += left * <f64>(load<f32>(from + below) - load<f32>(to + lightBelow));
      }
      store<f64>(out, load<f64>(out) + squares);
      store<f64>(out, load<f64>(out, 8) + across, 8);
      store<f64>(out, load<f64>(out, 16) + down, 16);
    }
    for (let x = 0; x < cols; x += 4) {
      const at = (<usize>x) << 2;
      const bright = v128.load(to + at);
      const lit = f32x4.max(bright, splat(0));
      const variance = addProduct(addProduct(splat(v0), splat(v1), lit), times(splat(v2), lit), lit);
      const weighed = f32x4.div(minus(v128.load(from + at), bright), f32x4.max(variance, splat(leastVariance)));
      v128.store(to + at, weighed);
    }
  }
}
