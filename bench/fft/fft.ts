/**
 * Times the 2D FFT beside FFTW (single precision, FFTW_MEASURE, native code, one thread each), the two taking turns
 * within one run: `node bench/fft/fft.ts [--patient] [rows x cols …]`. With `--patient`, FFTW plans for minutes (FFTW_PATIENT)
 * and only what is compared is measured. Needs a C compiler and libfftw3-dev. On a busy machine the minima are the better
 * measure.
 */
import { bytesIn, type ComplexPlane, type RealPlane } from '../../src/core/kernel/plane.ts';
import { readFileSync } from 'node:fs';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { fft2 } from '../../src/core/fft/fft2.ts';
import { halfColumns, rfft2 } from '../../src/core/fft/rfft2.ts';
import { Fftw } from './fftw.ts';

const ROUNDS = 12;
const REPEATS = 5;
const COMPARED = ['1024x1024', '2048x2048', '1080x1920'];
const OURS_ONLY = ['1920x1080', '1000x1500', '1021x1021', '1081x1921', '1083x1926', '4096x4096'];

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));

/** Small values that differ: an in-place transform repeated a few times stays finite. */
function fill(plane: RealPlane | ComplexPlane): void {
  const values = kernels.floats(plane.ptr, bytesIn(plane) / 4);
  let state = 1;
  for (let i = 0; i < values.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = state / 2 ** 32 - 0.5;
  }
}

function time(repeats: number, run: () => void): number[] {
  return Array.from({ length: repeats }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
}

function timeComplex(rows: number, cols: number): number[] {
  using scope = kernels.scope();
  const plane = scope.complex(rows, cols);
  fill(plane);
  return time(REPEATS, () => fft2(kernels, plane));
}

function timeReal(rows: number, cols: number): number[] {
  using scope = kernels.scope();
  const plane = scope.real(rows, cols);
  const out = scope.complex(rows, halfColumns(cols));
  fill(plane);
  return time(REPEATS, () => rfft2(kernels, plane, out));
}

interface Times {
  readonly least: number;
  readonly median: number;
}

function summary(samples: number[]): Times {
  const sorted = samples.toSorted((a, b) => a - b);
  return { least: sorted[0]!, median: sorted[sorted.length >> 1]! };
}

const shown = ({ least, median }: Times) => `${least.toFixed(2)} / ${median.toFixed(2)}`;
const ratio = (a: Times, b: Times) =>
  `${(a.least / b.least).toFixed(2)} / ${(a.median / b.median).toFixed(2)}`;

type Samples = Record<'complex' | 'real' | 'fftwComplex' | 'fftwInPlace' | 'fftwReal', number[]>;

async function measure(rows: number, cols: number, fftw?: Fftw): Promise<Samples> {
  const samples: Samples = { complex: [], real: [], fftwComplex: [], fftwInPlace: [], fftwReal: [] };
  for (let round = 0; round < ROUNDS; round++) {
    samples.complex.push(...timeComplex(rows, cols));
    if (fftw) samples.fftwComplex.push(...(await fftw.time('c', rows, cols, REPEATS)));
    if (fftw) samples.fftwInPlace.push(...(await fftw.time('i', rows, cols, REPEATS)));
    samples.real.push(...timeReal(rows, cols));
    if (fftw) samples.fftwReal.push(...(await fftw.time('r', rows, cols, REPEATS)));
  }
  return samples;
}

function report(size: string, samples: Samples, compared: boolean): void {
  const complex = summary(samples.complex);
  const real = summary(samples.real);
  const cells = [size, shown(complex), shown(real), ratio(real, complex)];
  if (compared) {
    const outOfPlace = summary(samples.fftwComplex);
    const inPlace = summary(samples.fftwInPlace);
    const fftw = inPlace.least < outOfPlace.least ? inPlace : outOfPlace;
    const fftwReal = summary(samples.fftwReal);
    cells.push(shown(fftw), ratio(complex, fftw), shown(fftwReal), ratio(real, fftwReal));
  } else cells.push('–', '–', '–', '–');
  console.log(`| ${cells.join(' | ')} |`);
}

console.log('Milliseconds, least / median. FFTW complex: the faster of in place and out of place.\n');
console.log(
  '| rows × cols | complex | real | real : complex | FFTW | complex : FFTW | FFTW real | real : FFTW |',
);
console.log('|---|---|---|---|---|---|---|---|');
const PATIENT = '--patient';
const patient = process.argv.includes(PATIENT);
using fftw = new Fftw(patient);
const chosen = process.argv.slice(2).filter((word) => word !== PATIENT);
for (const size of chosen.length ? chosen : [...COMPARED, ...(patient ? [] : OURS_ONLY)]) {
  const [rows, cols] = size.split('x').map(Number) as [number, number];
  const compared = chosen.length > 0 || COMPARED.includes(size);
  report(size.replace('x', ' × '), await measure(rows, cols, compared ? fftw : undefined), compared);
}
