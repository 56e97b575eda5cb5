import { columnsFftMultiplyIfft, fftRows } from '../fft/fft.ts';
import { FftPlans } from '../fft/plans.ts';
import type { ComplexPlane, RealPlane } from '../field/plane.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { Sampling } from '../propagate/transfer.ts';
import { retrievalGrid, walkLimit, type RetrievalGrid } from './retrieve-grid.ts';

export interface RetrievalFrame { readonly amplitude: RealPlane; readonly z: number; readonly weight?: number }
export interface RetrievalInput {
  readonly frames: readonly RetrievalFrame[];
  readonly sampling: Sampling; readonly wavelength: number; readonly noiseSigma: number;
  readonly rows: number; readonly cols: number; readonly maxIterations?: number; readonly regularisation?: number;
  readonly expt?: any;
}
export function retrieve(kernels: Kernels, scope: Scope, input: RetrievalInput, onIteration?: any): any {
  const { run } = kernels; const { rows, cols } = input; const e = input.expt ?? {};
  const grid = retrievalGrid(rows, cols, input.sampling, input.wavelength, input.frames.map(f => f.z));
  using s = kernels.scope();
  const P = () => s.complex(grid.rows, grid.cols);
  const work = P(), x = P(), y = P(), px = P(), py = P();
  const multi = input.frames.length > 1;
  const spare = multi ? P() : work, sum = multi ? P() : work;
  const quads = grid.cols / 4; const pitch = work.pitchBytes;
  const plan = FftPlans.of(kernels).row(grid.cols);
  const scratch = s.block(Math.max(run.rowScratchBytes(plan), 2 * quads * 32));
  const total = input.frames.reduce((a, f) => a + (f.weight ?? 1), 0);
  const frames = input.frames.map(f => {
    const H = P(); 
    const ex = grid.cols * input.sampling.pitchX, ey = grid.rows * input.sampling.pitchY;
    run.applyTransfer(0, H.ptr, grid.rows, grid.cols, H.pitchBytes, 1/ex, 1/ey, input.wavelength, f.z,
      walkLimit(grid.cols, cols, input.sampling.pitchX, input.wavelength, f.z), walkLimit(grid.rows, rows, input.sampling.pitchY, input.wavelength, f.z));
    const amp = s.real(rows, cols); const est = s.complex(rows, cols);
    run.fillBytes(est.ptr, 0, est.rows*est.pitchBytes);
    const fl = kernels.floats(amp.ptr, rows*amp.pitch).fill(-1); const src = kernels.floats(f.amplitude.ptr, rows*f.amplitude.pitch);
    for (let i=0;i<rows;i++) fl.set(src.subarray(i*f.amplitude.pitch, i*f.amplitude.pitch+cols), i*amp.pitch);
    return { H, amp, est, weight: (f.weight ?? 1)/total };
  });
  const sensor = s.block(16); const out = s.block(32);
  for (const p of [px, py, x, y]) run.fillBytes(p.ptr, 0, p.rows*pitch);
  for (const p of [x, y]) { const f = kernels.floats(p.ptr, p.rows*pitch/4); for (let i=0;i<f.length;i++) f[i] = (i & 4) ? 0 : 1; }
  kernels.floats(work.ptr, work.rows*pitch/4).set(kernels.floats(y.ptr, y.rows*pitch/4)); fftRows(kernels, work);
  let t = 1, momentum = 0, tv = 0, last = Infinity; const hist: any[] = [];
  const lambdaEnd = input.regularisation ?? 2*input.noiseSigma; let lambda = Math.max(lambdaEnd, e.lambda0 ?? 0); const step = e.step ?? 1;
  const max = input.maxIterations ?? 100;
  let lamPrev = lambda;
  for (let k = 0; k < max; k++) {
    new Uint32Array(run.memory.buffer, sensor, 4).set([grid.firstRow, grid.firstCol/4, rows, Math.ceil(cols/4)]);
    let data = 0; const misses: number[] = [];
    frames.forEach((f, i) => {
      if (multi) { kernels.bytes(spare.ptr, grid.rows*pitch).set(kernels.bytes(work.ptr, grid.rows*pitch)); }
      columnsFftMultiplyIfft(kernels, spare, f.H);
      const r2 = run.retrieveResidual(plan, spare.ptr, pitch, grid.rows, quads, sensor, f.amp.ptr, f.amp.pitch*4, f.est.ptr, f.est.pitchBytes, momentum, f.weight, scratch);
      misses.push(r2); data += f.weight*r2/2;
      columnsFftMultiplyIfft(kernels, spare, f.H);
      if (multi) { if (i===0) kernels.bytes(sum.ptr, grid.rows*pitch).set(kernels.bytes(spare.ptr, grid.rows*pitch)); else run.retrieveAdd(sum.ptr, spare.ptr, pitch, grid.rows); }
    });
    const objective = data + lambda*tv; 
    const rise = k>0 && objective > last && lamPrev === lambda; last = objective; lamPrev = lambda;
    if (rise && e.restart !== false) t = 1;
    lambda = Math.max(lambdaEnd, lambda*(e.cool ?? 1));
    run.retrieveDescend(plan, sum.ptr, y.ptr, pitch, grid.rows, quads, step, scratch);
    for (let i=0;i<(e.inner ?? 2);i++) run.retrieveDualStep(sum.ptr, px.ptr, py.ptr, pitch, grid.rows, quads, lambda*step, (e.sigma ?? 1/8)/(lambda*step), scratch);
    const tn = (1+Math.sqrt(1+4*t*t))/2; const nextMomentum = (t-1)/tn; t = tn;
    run.retrieveAdvance(plan, sum.ptr, px.ptr, py.ptr, x.ptr, y.ptr, work.ptr, pitch, grid.rows, quads, lambda*step, nextMomentum, out, scratch);
    momentum = nextMomentum; 
    const [change, contrast, variation] = kernels.doubles(out, 3); tv = variation!;
    const rec = { k, objective, data, misfit: Math.sqrt(misses.reduce((a,b)=>a+b,0)/(rows*cols*frames.length))/input.noiseSigma, tv: lambda*tv, change: Math.sqrt(change!/grid.rows/grid.cols), contrast: Math.sqrt(contrast!/grid.rows/grid.cols), rise, momentum };
    hist.push(rec);
    onIteration?.(k, rec, x, grid);
  }
  const field = scope.complex(rows, cols);
  for (let i=0;i<rows;i++) kernels.bytes(field.ptr+i*field.pitchBytes, Math.ceil(cols/4)*32).set(kernels.bytes(x.ptr+(i+grid.firstRow)*pitch+grid.firstCol*8, Math.ceil(cols/4)*32));
  return { field, hist, grid };
}
