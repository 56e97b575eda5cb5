import { readNumbers } from './number-text.ts';

/** Pixels of the uploaded frame: left, top, width and height. */
export type RegionRectangle = readonly [x: number, y: number, width: number, height: number];

/** `x,y,width,height;…` as lists of numbers, or the value itself; a semicolon at the end separates nothing. */
export function readRectangles(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(/;\s*$/, '').split(';').map(readNumbers);
}
