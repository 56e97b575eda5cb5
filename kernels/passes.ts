/**
 * One step of a Stockham FFT (decimation in frequency, self-sorting). Before a step of radix r, `done` sub-transforms
 * lie interleaved and r·rest points of each remain; point q + done·(p + rest·j) goes through leg j of butterfly
 * (p, q), whose leg k, times exp(−2πi pk/(r·rest)), becomes point q + done·(r·p + k).
 *
 * A "point" is `lineBytes` of memory: 128 for a block of 16 columns, 32 for four lines, 8 for a single line whose
 * neighbouring points share quads (from the second step on, when `done` is a multiple of 4).
 */
import { Radix2, Radix3, Radix4, Radix5, Radix6, Radix8 } from './butterflies';
import { FromQuads, Last, LastInverse, Twiddled, TwiddledInverse } from './fft-legs';
import { Plan, Step } from './fft-plan';
import { QUAD_BYTES } from './complex-layout';
import { Sweep, sweepRoom } from './room';

function pass<Radix, Sink>(sweep: Sweep, twiddles: usize): void {
  const radix = changetype<Radix>(0);
  const rest = sweep.rest;
  const stretches = sweep.stretches;
  const stretchBytes = sweep.stretchBytes;
  const fromBlock = sweep.fromBlock;
  const toBlock = sweep.toBlock;
  const fromStretch = sweep.fromStretch;
  const toStretch = sweep.toStretch;
  const fromLeg = sweep.fromLeg;
  const toLeg = sweep.toLeg;
  let fromP = sweep.from;
  let toP = sweep.to;
  for (let p: usize = 0; p < rest; p++) {
    let a = fromP;
    let d = toP;
    for (let q: usize = 0; q < stretches; q++) {
      for (let x: usize = 0; x < stretchBytes; x += QUAD_BYTES) {
        radix.apply<FromQuads, Sink>(a + x, 0, fromLeg, d + x, toLeg, twiddles);
      }
      a += fromStretch;
      d += toStretch;
    }
    twiddles += (radix.legs - 1) << 3;
    fromP += fromBlock;
    toP += toBlock;
  }
}

function passOfRadix<Sink>(radix: usize, sweep: Sweep, twiddles: usize): void {
  if (radix == 8) pass<Radix8, Sink>(sweep, twiddles);
  else if (radix == 4) pass<Radix4, Sink>(sweep, twiddles);
  else if (radix == 6) pass<Radix6, Sink>(sweep, twiddles);
  else if (radix == 5) pass<Radix5, Sink>(sweep, twiddles);
  else if (radix == 3) pass<Radix3, Sink>(sweep, twiddles);
  else pass<Radix2, Sink>(sweep, twiddles);
}

/**
 * Takes one step. Points lie `fromPitch` bytes apart in `from` and `toPitch` in `to`; where both equal `lineBytes`
 * the `done` interleaved points are one contiguous stretch.
 */
export function takeStep(
  plan: Plan,
  step: Step,
  inverse: bool,
  done: usize,
  lineBytes: usize,
  from: usize,
  fromPitch: usize,
  to: usize,
  toPitch: usize,
): void {
  const contiguous = fromPitch == lineBytes && toPitch == lineBytes;
  const sweep = sweepRoom;
  sweep.from = from;
  sweep.to = to;
  sweep.rest = step.rest;
  sweep.stretches = contiguous ? 1 : done;
  sweep.stretchBytes = contiguous ? done * lineBytes : lineBytes;
  sweep.fromStretch = fromPitch;
  sweep.toStretch = toPitch;
  sweep.fromBlock = done * fromPitch;
  sweep.fromLeg = done * fromPitch * step.rest;
  sweep.toLeg = done * toPitch;
  sweep.toBlock = done * toPitch * step.radix;
  if (step.twiddles == 0) {
    const scale = changetype<usize>(plan) + offsetof<Plan>('scale');
    if (inverse) passOfRadix<LastInverse>(step.radix, sweep, scale);
    else passOfRadix<Last>(step.radix, sweep, scale);
  } else if (inverse) passOfRadix<TwiddledInverse>(step.radix, sweep, step.twiddles);
  else passOfRadix<Twiddled>(step.radix, sweep, step.twiddles);
}
