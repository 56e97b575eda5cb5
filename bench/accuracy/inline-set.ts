/** In-line recordings of other people's repositories: what their pages state, and the range to search. */
export interface InlineSet {
  readonly folder: string;
  readonly file: string;
  /** µm, in the medium the light travels in */
  readonly wavelength: number;
  /** µm, in the space the light travels in */
  readonly pitch: number;
  /** µm, as stated; null where nothing is */
  readonly stated: number | null;
  readonly range: readonly [from: number, to: number];
  /** a frame without the sample */
  readonly background?: string;
}

const heights = [300, 350, 400, 450, 500, 550, 600, 650];

export const inlineSets: readonly InlineSet[] = [
  {
    folder: 'inline-sperm',
    file: 'hologram.png',
    wavelength: 0.45,
    pitch: 5.5 / 18,
    stated: 85,
    range: [35, 135],
  },
  {
    folder: 'inline-slide-led',
    file: 'hologram.png',
    wavelength: 0.63,
    pitch: 1,
    stated: 12_700,
    range: [8000, 18_000],
  },
  {
    folder: 'inline-beads-1um',
    file: 'hologram.png',
    wavelength: 0.532 / 1.52,
    pitch: 2.2 / 56.7,
    stated: 7.2822,
    range: [2, 20],
  },
  {
    folder: 'inline-reticle',
    file: 'hologram.png',
    wavelength: 0.65,
    // nothing is stated; with this its focus lies within the default range
    pitch: 1.12,
    stated: null,
    range: [100, 10_000],
  },
  ...heights.map((z) => ({
    folder: 'inline-multi-height-8-planes',
    file: `hologram-${z}um.png`,
    wavelength: 0.532,
    pitch: 1.12,
    stated: z,
    range: [100, 10_000] as const,
  })),
];

/**
 * Three animals at three depths before a point source 20 mm from the sensor, in the space of the sample that the middle one
 * lies in: 5.6 mm from the source, magnified 20 / 5.6 times, z = 5.6 · (20 − 5.6) / 20 mm.
 */
export const pointSource: readonly InlineSet[] = [
  {
    ...{ folder: 'point-source-paramecia', file: 'hologram.bmp', background: 'background.bmp' },
    ...{ wavelength: 0.532, pitch: (6.9 * 5.6) / 20, stated: 4032, range: [1500, 10_000] },
  },
];
