import type { Flag } from '../../reconstruction/reconstruction.ts';
import type { BentCounts } from '../noise/fringe-harmonics.ts';
import type { DoubledFrame } from '../noise/fringes.ts';
import { SAMPLES_PER_CYCLE } from '../../demodulate/demodulate.ts';
import { mediumWavelength } from '../../rig/geometry.ts';
import type { Findings } from './findings.ts';
import type { TurnsOfLines } from '../lines/steady-lines.ts';
import type { Tear } from '../lines/torn-frame.ts';
import { flag } from './flag.ts';

/** Tears that are named one by one. */
const MOST_LISTED = 3;

/** What the fringes say of the camera. */
export function fringeFlags({
  bentCounts,
  third,
  uneven,
  overRounding,
  tears,
  turned,
  doubled,
  ...seen
}: Findings): Flag[] {
  return [
    ...(bentCounts ? [countsFlag(bentCounts)] : []),
    ...(third ? [editedFlag(third)] : uneven ? [denoisedFlag(uneven)] : []),
    ...(overRounding && !third && !uneven ? [roundedFlag(overRounding)] : []),
    ...(tears.length > 0 ? [tornFlag(tears)] : []),
    ...turned.map(shakenFlag),
    ...(doubled ? [doubledFlag(doubled, seen)] : []),
  ];
}

function countsFlag({ gamma, slope }: BentCounts): Flag {
  const share = (100 * Math.abs(slope)).toFixed(0);
  return flag(
    'camera_response',
    'warning',
    `Counts are not in proportion to the light: the fringes have a second harmonic in step with them, as a gamma of about ${gamma.toFixed(2)} leaves it. Amplitudes are off by it, up to ${share} % where the light is brighter or darker than most; the phase hardly is, but beside edges. Nothing was undone. Switch the camera’s gamma and automatic contrast off, or save raw frames.`,
  );
}

function editedFlag(third: number): Flag {
  const share = (100 * third).toFixed(0);
  return flag(
    'frame_edited',
    'warning',
    `The fringes have a third harmonic in step with them, ${share} % of themselves, which no two beams make: a program took noise away or stretched contrast, as cameras and microscopes may do unasked, or counts do not follow the light. Such harmonics fold back into the phase, and faint detail may be gone. The uncertainty holds all that shows of it where there is no sample; beside edges phases may be off by more. Switch noise reduction and contrast enhancement off, or save raw frames.`,
  );
}

function denoisedFlag(uneven: number): Flag {
  return flag(
    'frame_edited',
    'needs_review',
    `At the same light the frame’s noise differs from place to place by ${uneven.toFixed(1)} times what chance makes of it, and most of the spectrum holds more of it than its emptiest parts, which no camera’s does: a program took noise away where it knew a pattern again, the frame was a file with losses before, or much dust lies on the camera’s window. What a program did to the fringes lies in the phase. The uncertainty holds all that shows of it where there is no sample; within a sample and beside edges phases may be off by several times as much. Switch noise reduction off, or save raw frames.`,
  );
}

function roundedFlag(times: number): Flag {
  return flag(
    'noise_below_rounding',
    'needs_review',
    `Rounding to whole counts is most of the frame’s noise (in all ${times.toFixed(2)} times its variance): it is a mean of many exposures, was sent in fewer levels than it was recorded in, or a program took the camera’s noise away. If one did, what it did to the fringes lies in the phase: the uncertainty holds all that the phase scatters by where there is no sample, but within a sample and beside edges it may be off by several times as much. Send the frame as it was recorded.`,
  );
}

function tornFlag(tears: readonly Tear[]): Flag {
  const named = tears.slice(0, MOST_LISTED).map(({ lines, at, jump }) => {
    const line = lines === 'rows' ? 'row' : 'column';
    return `by ${jump.toFixed(2)} rad from ${line} ${at - 1} to ${line} ${at}`;
  });
  const more = tears.length > named.length ? `, and at ${tears.length - named.length} more` : '';
  return flag(
    'frame_torn',
    'warning',
    `The fringes jump ${named.join(', ')}${more}, all across the frame and at once, which no light does that passed a lens: pixels or a line were lost on the way from the camera, or parts of several frames were joined. Phases on one side are off by as much against the other, which the uncertainty holds. Record the frame again, or cut it there.`,
  );
}

function shakenFlag({ lines, turns, open }: TurnsOfLines): Flag {
  const told = turns.filter((_, k) => open[k] === 0);
  const rms = Math.sqrt(told.reduce((sum, turn) => sum + turn * turn, 0) / Math.max(1, told.length));
  const untold = (100 * (1 - told.length / turns.length)).toFixed(0);
  const rest = told.length < turns.length ? ` but for ${untold} % of them, of which too little shows` : '';
  return flag(
    'frame_shaken',
    'needs_review',
    `The fringes turn from one of the frame’s ${lines} to the next, by the same all across it (of what the filter lets through, by ${rms.toFixed(3)} rad), faster than any light that passed the lens or without an edge in the light: ${lines} were displaced a little on the way from the camera, or the setup shook while they were read one after the other. All were turned back by what of them is free of sample${rest}; what a sample has all along ${lines} is gone with it. Look at the camera’s clock and cable, let nothing shake, or take a camera that exposes all ${lines} at once.`,
  );
}

function doubledFlag(
  { re, im, x, y, bend }: DoubledFrame,
  { recipe, pixelSize, field }: Pick<Findings, 'recipe' | 'pixelSize' | 'field'>,
): Flag {
  const share = (100 * Math.sqrt(re * re + im * im)).toFixed(1);
  const cell = pixelSize * Math.min(field.stepX, field.stepY);
  const farther = (Math.abs(bend) * cell * cell) / mediumWavelength(recipe);
  // by which light at the filter's rim turns by half a turn
  const isBlurred = Math.abs(bend) > SAMPLES_PER_CYCLE * SAMPLES_PER_CYCLE;
  const blurred = isBlurred
    ? ` and ${farther < 1000 ? `${farther.toFixed(0)} µm` : `${(farther / 1000).toFixed(1)} mm`} (in the sample’s space) out of focus`
    : '';
  return flag(
    'frame_doubled',
    'needs_review',
    `A weak copy of the whole hologram lies over it, ${share} % as strong, ${Math.sqrt(x * x + y * y).toFixed(0)} samples of the field aside${blurred}: light went twice through a window or a plate, or a signal twice through a cable. It was taken out. Tilt or remove what reflects.`,
  );
}
