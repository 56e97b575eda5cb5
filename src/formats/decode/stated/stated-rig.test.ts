import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { Directory } from '../tiff/directory.ts';
import { buildTiff, greyTags } from '../tiff/tiff.fixture.ts';
import { statedDifferences, statedPitch, type GivenRig } from './compare-stated.ts';
import { fromResolution } from './resolution.ts';
import { startTags } from './start-tags.ts';
import { statedRig } from './stated-rig.ts';

const folder = new URL('../../../../test/fixtures/stated/', import.meta.url);
const stated = (name: string) => statedRig(new Uint8Array(readFileSync(new URL(name, folder))), 'tiff');
const size = (source: string) => ({ x_um: 0.345, y_um: 0.345, source });

// every file says 0.345 µm and, where it can, 632.8 nm, in its own way
test.each([
  ['ome-tifffile.ome.tif', 'OME-XML', { um: 0.6328, source: 'OME-XML, the channel’s excitation' }],
  ['ome-types.ome.tif', 'OME-XML', { um: 0.6328, source: 'OME-XML, its laser' }],
  ['micro-manager-plane.tif', 'Micro-Manager’s metadata', null],
  ['micro-manager-description.tif', 'the image description', null],
  ['image-j-info-little.tif', 'ImageJ’s image information', null],
  ['image-j-info-big.tif', 'ImageJ’s image information', null],
  ['image-j-unit-little.tif', 'its resolution, as ImageJ states it', null],
  ['image-j-unit-big.tif', 'its resolution, as ImageJ states it', null],
  ['centimetre.tif', 'its resolution', null],
])('%s states its pixels', (name, source, wavelength) => {
  expect(stated(name)).toEqual({ pixelSize: size(source), wavelength });
});

test('a printer’s resolution is no pixel size', () => {
  expect(stated('printer.tif')).toEqual({ pixelSize: null, wavelength: null });
});

/** A TIFF with this image description. */
function described(text: string, more: Readonly<Record<number, number>> = {}) {
  const tags = { ...greyTags(16, 16, 8), 270: Buffer.from(text).toString('latin1'), ...more };
  return statedRig(buildTiff([{ tags, segments: [new Uint8Array(256)] }]), 'tiff');
}
const pixels = (attributes: string, inside = '') =>
  `<OME><Image><Pixels ${attributes}>${inside}</Pixels></Image></OME>`;
const light = (...channels: string[]) => pixels('', channels.map((text) => `<Channel ${text}/>`).join(''));

describe('OME-XML', () => {
  it.each([
    ['PhysicalSizeX="0.5"', { x_um: 0.5, y_um: 0.5 }],
    ['PhysicalSizeX="500" PhysicalSizeXUnit="nm" PhysicalSizeY="1"', { x_um: 0.5, y_um: 1 }],
    [`PhysicalSizeX='5e-4' PhysicalSizeXUnit='mm'`, { x_um: 0.5, y_um: 0.5 }],
    ['PhysicalSizeX="0.5" PhysicalSizeXUnit="&#181;m"', { x_um: 0.5, y_um: 0.5 }],
    ['PhysicalSizeX="0.5" PhysicalSizeXUnit="&#xb5;m"', { x_um: 0.5, y_um: 0.5 }],
  ])('%s', (attributes, expected) => {
    expect(described(pixels(attributes)).pixelSize).toMatchObject(expected);
  });

  it.each([
    'PhysicalSizeX="1" PhysicalSizeXUnit="pixel"',
    'PhysicalSizeX="1" PhysicalSizeXUnit="reference frame"',
    'PhysicalSizeX="0"',
    'PhysicalSizeX="-1"',
    'PhysicalSizeX="NaN"',
    'PhysicalSizeX=""',
    'PhysicalSizeX="1e9"',
    'PhysicalSizeY="1"',
  ])('%s states nothing', (attributes) => {
    expect(described(pixels(attributes)).pixelSize).toBeNull();
  });

  it.each([
    [light('ExcitationWavelength="633"', 'ExcitationWavelength="632.8"'), 0.633],
    [light('EmissionWavelength="0.532" EmissionWavelengthUnit="µm"'), 0.532],
    [light('ExcitationWavelength="488"', 'ExcitationWavelength="561"'), undefined],
    [`<OME><Instrument><Laser ID="a" Wavelength="532"/></Instrument><Image><Pixels/></Image></OME>`, 0.532],
    [light('Name="no light"'), undefined],
  ])('light of %s', (text, um) => expect(described(text).wavelength?.um).toBe(um));

  it('takes the first image, comments and other text for nothing', () => {
    const text =
      '<?xml version="1.0"?><!-- <Pixels PhysicalSizeX="9"/> --><o:OME xmlns:o="x"><o:Image>' +
      '<![CDATA[<Pixels PhysicalSizeX="8"/>]]><o:Pixels PhysicalSizeX="0.5"></o:Pixels></o:Image>' +
      '<o:Image><o:Pixels PhysicalSizeX="7"/></o:Image></o:OME>';
    expect(described(text).pixelSize?.x_um).toBe(0.5);
  });

  it('opens no document type: entities are worth nothing', () => {
    const bomb = `<!DOCTYPE OME [<!ENTITY a "0.5"><!ENTITY b "&a;&a;">]>${pixels('PhysicalSizeX="&a;"')}`;
    expect(described(bomb).pixelSize).toBeNull();
    expect(described(pixels('PhysicalSizeX="&a;"')).pixelSize).toBeNull();
  });

  it('reads what stands before a cut, and texts of any kind in no time', () => {
    expect(described(pixels('PhysicalSizeX="0.5"').slice(0, 60)).pixelSize?.x_um).toBe(0.5);
    const began = performance.now();
    for (const text of ['<a '.repeat(90_000), `<OME ${' '.repeat(260_000)}`, `<OME>${'<!--'.repeat(60_000)}`])
      expect([...startTags(text)].length).toBeLessThan(2);
    expect([...startTags(`<OME>${'<a>'.repeat(80_000)}`)].length).toBe(80_001);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

test.each([
  ['{"PixelSizeUm": 0}', undefined],
  ['{"PixelSizeUm": "0.5"}', 0.5],
  ['{"PixelSizeUm": {"type": "DOUBLE", "scalar": 0.5}}', 0.5],
  ['{"PixelSizeUm": 0.5', undefined],
  ['{"PixelSizeUm": [0.5]}', undefined],
  ['PixelSizeUm', undefined],
])('Micro-Manager’s %s is %s µm', (text, um) => expect(described(text).pixelSize?.x_um).toBe(um));

test('only a TIFF is looked at, and a damaged one states nothing', () => {
  expect(statedRig(new Uint8Array(100), 'png').pixelSize).toBeNull();
  expect(
    statedRig(Uint8Array.of(0x49, 0x49, 42, 0, 255, 0, 0, 0, ...new Uint8Array(20)), 'tiff').pixelSize,
  ).toBeNull();
});

describe('compared with a request', () => {
  const rig = (x_um: number, um = 0.6328, y_um = x_um) => ({
    pixelSize: { x_um, y_um, source: 'OME-XML' },
    wavelength: { um, source: 'OME-XML, its laser' },
  });
  const codes = (...[stated, given]: Parameters<typeof statedDifferences>) =>
    statedDifferences(stated, given).map(({ code }) => code);
  const wavelength = ['wavelength_differs_from_file'];
  const pitch = ['pixel_pitch_differs_from_file'];

  it.each([
    [rig(0.345), { pixel_pitch_um: 3.45, magnification: 10 }, []],
    [rig(0.345), { pixel_pitch_um: 0.345, pixel_pitch_basis: 'object_space', magnification: 10 }, []],
    [rig(3.45), { pixel_pitch_um: 3.45 }, []],
    [rig(3.45), { pixel_pitch_um: 3.51 }, []],
    [rig(3.45), { pixel_pitch_um: 3.53 }, pitch],
    [rig(0.345), { pixel_pitch_um: 3.45 }, pitch],
    [rig(3.45), { pixel_pitch_um: 3.45, magnification: 10 }, pitch],
    [rig(3.45, 0.6328, 6.9), { pixel_pitch_um: 3.45 }, pitch],
    [rig(3.45, 0.633), { wavelength_um: 0.6328 }, []],
    [rig(3.45, 0.65), { wavelength_um: 0.6328 }, wavelength],
    [{ pixelSize: null, wavelength: null }, { wavelength_um: 0.6328, pixel_pitch_um: 3.45 }, []],
    [rig(3.45), {}, []],
  ] satisfies [ReturnType<typeof rig> | { pixelSize: null; wavelength: null }, GivenRig, string[]][])(
    '%j and %j',
    (stated, given, expected) => expect(codes(stated, given)).toEqual(expected),
  );

  it('says when the camera’s own pixels may be meant', () => {
    const [difference] = statedDifferences(rig(3.45), { pixel_pitch_um: 3.45, magnification: 10 });
    expect(difference!.detail).toContain('on the sensor');
  });

  it.each([
    [rig(3.45), {}, 3.45],
    [rig(0.345), { magnification: 10 }, 3.45],
    [rig(0.345), { magnification: 10, pixel_pitch_basis: 'object_space' }, 0.345],
    // no camera has such pixels: there is a magnification that nobody has said
    [rig(0.345), {}, null],
    [rig(3.45, 0.6328, 6.9), {}, null],
  ] satisfies [ReturnType<typeof rig>, GivenRig, number | null][])(
    '%j fills in %j with %j',
    (stated, given, expected) => expect(statedPitch(stated, given)).toBe(expected),
  );
});

describe('ImageJ’s unit', () => {
  const inBytes = (text: string) => Buffer.from(text).toString('latin1');
  const statedIn = (unit: string) => {
    const description = `ImageJ=1.54f\nunit=${unit}\nloop=false\n`;
    const directory = { text: () => description, number: () => 1, fraction: () => 0.2 };
    return fromResolution(directory as unknown as Directory).pixelSize?.x_um;
  };

  it.each([
    ...['\\u00B5m', '\\u00b5m', '\\u03BCm', '\u00b5m', inBytes('µm'), inBytes('μm'), 'um', 'micron'],
    ...['Microns', 'micrometers', 'micrometre'],
  ])('%j is a micrometre', (unit) => expect(statedIn(unit)).toBe(5));

  it.each([
    ['millimeter', 5000],
    ['nanometres', 0.005],
    ['inches', 127_000],
  ])('%s is a length', (unit, um) => expect(statedIn(unit)).toBe(um));

  it.each(['pixel', 'Mm', 'constructor', 'sec'])('%s is none', (unit) =>
    expect(statedIn(unit)).toBeUndefined(),
  );
});
