import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../src/core/field/frame.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { dataFolder } from './data-folder.ts';
import { mean } from './markdown-table.ts';
import type { Rectangle, SampleFree } from './sample-free.ts';

/** A frame of a recording, which is a folder among those of all of them. */
export async function frameIn(data: string, folder: string, file: string): Promise<Frame> {
  return (await decodeFrame(readFileSync(join(data, folder, file)))).frame;
}

export async function framesOf(data: string, { folder, hologram, background }: SampleFree) {
  return {
    hologram: await frameIn(data, folder, hologram),
    background: background === null ? null : await frameIn(data, folder, background),
  };
}

/** The folder of recordings, and of these sets those that the command line names, else all; null, said so, without a folder. */
export function askedFor<T extends { readonly folder: string }>(
  all: readonly T[],
): { readonly data: string; readonly sets: readonly T[] } | null {
  const data = dataFolder();
  if (data === null) {
    console.log('No folder of recordings found: set LEITH_DATA to one.');
    return null;
  }
  const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  return { data, sets: all.filter(({ folder }) => named.length === 0 || named.includes(folder)) };
}

/** Mean and standard deviation. */
export function scatterOf(values: readonly number[]): { readonly centre: number; readonly spread: number } {
  const centre = mean(values);
  return { centre, spread: Math.sqrt(mean(values.map((value) => (value - centre) ** 2))) };
}

/** What a map holds in a rectangle, row by row. */
export function valuesIn(
  data: ArrayLike<number>,
  width: number,
  [left, top, cols, rows]: Rectangle,
): number[] {
  const values: number[] = [];
  for (let y = top; y < top + rows; y++)
    for (let x = left; x < left + cols; x++) values.push(data[y * width + x]!);
  return values;
}

/** At most `most` pixels a side, from the middle of a frame. */
export function middleOf(frame: Frame, most: number): Frame {
  const [width, height] = [Math.min(most, frame.width), Math.min(most, frame.height)];
  return partOf(frame, [(frame.width - width) >> 1, (frame.height - height) >> 1, width, height]);
}

export function partOf(frame: Frame, rectangle: Rectangle): Frame {
  const [, , width, height] = rectangle;
  const samples = frame.samples.slice(0, width * height);
  samples.set(valuesIn(frame.samples, frame.width, rectangle));
  return { ...frame, width, height, samples };
}

export const codesOf = ({ flags }: Reconstruction) => [...new Set(flags.map(({ code }) => code))];

/** The flags that one result has and the other has not. */
export function changedFlags(before: Reconstruction, after: Reconstruction): string {
  const [was, is] = [codesOf(before), codesOf(after)];
  const came = is.filter((code) => !was.includes(code)).map((code) => `+${code}`);
  const went = was.filter((code) => !is.includes(code)).map((code) => `−${code}`);
  return [...came, ...went].join(' ');
}
