import { describe, expect, it } from 'vitest';
import { labelOf, valueText } from './named-value.ts';

describe('labelOf', () => {
  it.each([
    ['pixel_pitch_um', 'pixel pitch', 'µm'],
    ['carrier_cycles_per_px', 'carrier', 'cycles/px'],
    ['filter_radius_cycles_per_um', 'filter radius', 'cycles/µm'],
    ['sideband_snr_db', 'sideband SNR', 'dB'],
    ['residues', 'residues', ''],
  ])('reads %s', (name, text, unit) => {
    expect(labelOf(name)).toEqual({ text, unit });
  });
});

describe('valueText', () => {
  it.each([
    [0.123456789, '0.123457'],
    [1920, '1920'],
    [null, '–'],
    [true, 'yes'],
    [[0.1, 2], '0.1, 2'],
    [{ x: 1, y: [2, 3] }, 'x: 1, y: 2, 3'],
  ])('prints %j', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});
