/** Rectangles of recordings that hold no sample, marked by hand on the phase and the amplitude. */
export interface SampleFree {
  readonly folder: string;
  readonly hologram: string;
  readonly background: string | null;
  readonly fields: Readonly<Record<string, number | string>>;
  /** in pixels of the uploaded frame */
  readonly rectangles: readonly Rectangle[];
}

export type Rectangle = readonly [x: number, y: number, width: number, height: number];

const hl60 = { wavelength_um: 0.633, pixel_pitch_um: 4.28, magnification: 40 };
// recordings of one field of view share their rectangles
const besideFungus: readonly Rectangle[] = [
  [240, 160, 213, 213],
  [507, 533, 160, 347],
  [480, 693, 213, 213],
  [880, 53, 187, 160],
  [1093, 587, 160, 187],
];
const besideCell: readonly Rectangle[] = [
  [9, 8, 29, 158],
  [173, 14, 29, 69],
  [173, 125, 29, 64],
];
const besideChart: readonly Rectangle[] = [
  [24, 24, 264, 216],
  [912, 72, 144, 216],
  [936, 480, 120, 480],
  [288, 888, 576, 168],
  [24, 840, 96, 192],
];

export const sampleFree: readonly SampleFree[] = [
  {
    folder: 'cells-532nm',
    hologram: 'hologram.png',
    background: null,
    fields: { wavelength_um: 0.532, pixel_pitch_um: 2.4 },
    rectangles: [
      [299, 235, 107, 117],
      [693, 128, 160, 128],
      [715, 320, 139, 139],
      [235, 757, 128, 181],
      [725, 736, 128, 160],
    ],
  },
  {
    folder: 'fungus-first-exposure',
    hologram: 'hologram.bmp',
    background: null,
    fields: { wavelength_um: 0.632, pixel_pitch_um: 3.75 },
    rectangles: besideFungus,
  },
  {
    folder: 'fungus-second-exposure',
    hologram: 'hologram.bmp',
    background: null,
    fields: { wavelength_um: 0.633, pixel_pitch_um: 3.75 },
    rectangles: besideFungus,
  },
  {
    folder: 'hl60-cell-with-background',
    hologram: 'hologram.png',
    background: 'background.png',
    fields: hl60,
    rectangles: besideCell,
  },
  {
    folder: 'hl60-cell-with-background',
    hologram: 'hologram.png',
    background: null,
    fields: hl60,
    rectangles: besideCell,
  },
  {
    folder: 'needle',
    hologram: 'hologram.png',
    background: null,
    fields: { wavelength_um: 0.633, pixel_pitch_um: 3.75 },
    rectangles: [
      [53, 53, 347, 347],
      [53, 453, 160, 187],
      [1147, 720, 120, 213],
    ],
  },
  {
    folder: 'paramecium-out-of-focus',
    hologram: 'hologram.png',
    background: 'background.png',
    fields: { wavelength_um: 0.63, pixel_pitch_um: 5, magnification: 5, z_mm: -30 },
    rectangles: [
      [244, 46, 156, 182],
      [778, 182, 200, 182],
      [733, 751, 222, 205],
      [1067, 455, 178, 182],
      [133, 865, 222, 137],
    ],
  },
  {
    folder: 'phase-shifting-3-usaf-jpeg',
    hologram: 'hologram-1.jpg',
    background: null,
    fields: { wavelength_um: 0.532, pixel_pitch_um: 2.4 },
    rectangles: besideChart,
  },
  {
    folder: 'phase-shifting-3-usaf-jpeg',
    hologram: 'hologram-2.jpg',
    background: null,
    fields: { wavelength_um: 0.532, pixel_pitch_um: 2.4 },
    rectangles: besideChart,
  },
  {
    folder: 'red-blood-cells-40x',
    hologram: 'hologram.png',
    background: null,
    fields: { wavelength_um: 0.633, pixel_pitch_um: 3.75, magnification: 40 },
    rectangles: [
      [683, 667, 185, 120],
      [831, 320, 94, 147],
      [526, 680, 142, 133],
      [762, 565, 119, 88],
    ],
  },
  {
    folder: 'small-bead',
    hologram: 'hologram.png',
    background: null,
    fields: { wavelength_um: 0.633, pixel_pitch_um: 7.04, magnification: 40 },
    rectangles: [
      [18, 14, 250, 57],
      [18, 89, 61, 125],
      [222, 107, 46, 143],
      [36, 222, 214, 43],
    ],
  },
  {
    folder: 'star-10x-curved',
    hologram: 'hologram.bmp',
    background: null,
    fields: { wavelength_um: 0.632, pixel_pitch_um: 3.75, magnification: 10 },
    rectangles: [
      [13, 13, 147, 120],
      [1067, 13, 187, 93],
      [13, 827, 93, 120],
      [1160, 800, 107, 133],
    ],
  },
  {
    folder: 'star-20x-non-telecentric',
    hologram: 'hologram.png',
    background: null,
    fields: { wavelength_um: 0.532, pixel_pitch_um: 5.86, magnification: 20 },
    rectangles: [
      [22, 465, 244, 270],
      [44, 825, 267, 270],
      [1711, 465, 200, 270],
      [1711, 825, 200, 270],
      [1689, 105, 200, 225],
    ],
  },
  {
    folder: 'usaf-lensless-405nm',
    hologram: 'hologram.png',
    background: null,
    fields: { wavelength_um: 0.405, pixel_pitch_um: 3.45, z_mm: 36.85 },
    rectangles: [
      [600, 860, 400, 140],
      [40, 800, 180, 200],
      [500, 20, 200, 140],
      [960, 40, 50, 200],
    ],
  },
  {
    folder: 'usaf-phase-20x',
    hologram: 'hologram.png',
    background: null,
    fields: { wavelength_um: 0.633, pixel_pitch_um: 3.75, magnification: 20 },
    rectangles: [
      [25, 375, 88, 500],
      [350, 412, 88, 312],
      [838, 50, 100, 675],
      [1200, 50, 62, 800],
      [1000, 688, 175, 138],
    ],
  },
  {
    folder: 'stray-light-650nm',
    hologram: 'hologram.bmp',
    background: null,
    fields: { wavelength_um: 0.65, pixel_pitch_um: 3.45, z_mm: 155 },
    rectangles: [
      [22, 450, 200, 450],
      [22, 45, 200, 292],
    ],
  },
];
