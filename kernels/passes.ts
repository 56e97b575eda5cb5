/**
 * One step of a Stockham FFT (decimation in frequency, self-sorting). Before a step of radix r, `done` sub-transforms
 * lie interleaved and r·rest points of each remain; point q + done·(p + rest·j) goes through leg j of butterfly
 * (p, q), whose leg k, times exp(−2πi pk/(r·rest)), becomes point q + done·(r·p + k).
 *
 * A "point" is `lineBytes` of memory: 128 for a block of 16 columns, 32 for four lines, 8 for a single line whose
 * neighbouring points share quads (from the second step on, when `done` is a multiple of 4).
 */
import {
  FromQuads,
  Last,
  LastInverse,
  Radix2,
  Radix3,
  Radix4,
  Radix5,
  Radix6,
  Radix8,
  Twiddled,
  TwiddledInverse,
} from './butterflies';
import { Plan, Step } from './fft-plan';
import { QUAD_BYTES } from './simd';

/** The loops of one step: p < rest outside, then `runs` stretches of `runBytes` contiguous quads. */
function pass<Radix, Sink>(
  from: usize,
  to: usize,
  rest: usize,
  runs: usize,
  runBytes: usize,
  fromBlock: usize,
  fromRun: usize,
  fromLeg: usize,
  toBlock: usize,
  toRun: usize,
  toLeg: usize,
  twiddles: usize,
): void {
  const radix = changetype<Radix>(0);
  for (let p: usize = 0; p < rest; p++) {
    let a: usize = from + p * fromBlock;
    let d: usize = to + p * toBlock;
    for (let q: usize = 0; q < runs; q++) {
      for (let x: usize = 0; x < runBytes; x += QUAD_BYTES) {
        radix.apply<FromQuads, Sink>(a + x, 0, fromLeg, d + x, toLeg, twiddles);
      }
      a += fromRun;
      d += toRun;
    }
    twiddles += (radix.legs - 1) << 3;
  }
}

function passOfRadix<Sink>(
  radix: usize,
  from: usize,
  to: usize,
  rest: usize,
  runs: usize,
  runBytes: usize,
  fromBlock: usize,
  fromRun: usize,
  fromLeg: usize,
  toBlock: usize,
  toRun: usize,
  toLeg: usize,
  t: usize,
): void {
  if (radix == 8)
    pass<Radix8, Sink>(from, to, rest, runs, runBytes, fromBlock, fromRun, fromLeg, toBlock, toRun, toLeg, t);
  else if (radix == 4)
    pass<Radix4, Sink>(from, to, rest, runs, runBytes, fromBlock, fromRun, fromLeg, toBlock, toRun, toLeg, t);
  else if (radix == 6)
    pass<Radix6, Sink>(from, to, rest, runs, runBytes, fromBlock, fromRun, fromLeg, toBlock, toRun, toLeg, t);
  else if (radix == 5)
    pass<Radix5, Sink>(from, to, rest, runs, runBytes, fromBlock, fromRun, fromLeg, toBlock, toRun, toLeg, t);
  else if (radix == 3)
    pass<Radix3, Sink>(from, to, rest, runs, runBytes, fromBlock, fromRun, fromLeg, toBlock, toRun, toLeg, t);
  else
    pass<Radix2, Sink>(from, to, rest, runs, runBytes, fromBlock, fromRun, fromLeg, toBlock, toRun, toLeg, t);
}

/**
 * Runs one step. Points lie `fromPitch` bytes apart in `from` and `toPitch` in `to`; where both equal `lineBytes`
 * the `done` interleaved points are one contiguous stretch.
 */
export function runStep(
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
  const radix = step.radix;
  const rest = step.rest;
  const contiguous = fromPitch == lineBytes && toPitch == lineBytes;
  const runs: usize = contiguous ? 1 : done;
  const runBytes: usize = contiguous ? done * lineBytes : lineBytes;
  const fromBlock = done * fromPitch;
  const toLeg = done * toPitch;
  const fromLeg = fromBlock * rest;
  const toBlock = toLeg * radix;
  const t = step.twiddles;
  if (t == 0) {
    const scale = changetype<usize>(plan) + offsetof<Plan>('scale');
    if (inverse)
      passOfRadix<LastInverse>(
        radix,
        from,
        to,
        rest,
        runs,
        runBytes,
        fromBlock,
        fromPitch,
        fromLeg,
        toBlock,
        toPitch,
        toLeg,
        scale,
      );
    else
      passOfRadix<Last>(
        radix,
        from,
        to,
        rest,
        runs,
        runBytes,
        fromBlock,
        fromPitch,
        fromLeg,
        toBlock,
        toPitch,
        toLeg,
        scale,
      );
  } else if (inverse)
    passOfRadix<TwiddledInverse>(
      radix,
      from,
      to,
      rest,
      runs,
      runBytes,
      fromBlock,
      fromPitch,
      fromLeg,
      toBlock,
      toPitch,
      toLeg,
      t,
    );
  else
    passOfRadix<Twiddled>(
      radix,
      from,
      to,
      rest,
      runs,
      runBytes,
      fromBlock,
      fromPitch,
      fromLeg,
      toBlock,
      toPitch,
      toLeg,
      t,
    );
}
