/** A hologram of other people's as it lies in their folder, and what its notes (`params.json`) say of it. */
export interface Recording {
  readonly folder: string;
  /** in its own format */
  readonly hologram: string;
  readonly background?: string;
  /** of a request, in the contract's names */
  readonly fields: Readonly<Record<string, string | number>>;
  /** mm: where the notes, or other programs, say that it is in focus, and how far from that a search may end without a doubt */
  readonly focus?: readonly [z_mm: number, within_mm: number];
  /** a flag that the notes ask for */
  readonly flagged?: string;
}

const offAxis = (wavelength_um: number, pixel_pitch_um: number, more: Recording['fields'] = { z_mm: 0 }) => ({
  ...{ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um },
  ...more,
});
const inline = (wavelength_um: number, pixel_pitch_um: number, more: Recording['fields']) => ({
  ...{ holography_mode: 'inline', wavelength_um, pixel_pitch_um },
  ...more,
});
/** A pitch stated in the sample; the magnification is a guess that puts the camera's pitch within the limits. */
const inSample = (magnification: number) => ({ pixel_pitch_basis: 'object_space', magnification });

const heights = [300, 350, 400, 450, 500, 550, 600, 650];
/** A point source 20 mm before the sensor and 6.8 mm before the sample, as parallel light shows the same (scaling theorem). */
const diverging = { z_mm: (13.2 * 6.8) / 20, pitch_um: (6.9 * 6.8) / 20, magnification: 20 / 6.8 };

/** All sets of the folder, each as it is and with the parameters that its notes give. */
export const recordings: readonly Recording[] = [
  {
    // the notes' 70 mm focuses nothing; three other programs find 28.3 to 29.1
    ...{ folder: 'bright-bars-on-dark', hologram: 'hologram.tif', focus: [28.7, 1] },
    fields: offAxis(0.633, 6.9, { z_min_mm: 24, z_max_mm: 34 }),
  },
  {
    // half of its cells, all alike, come out a turn low
    ...{ folder: 'cells-532nm', hologram: 'hologram.png', flagged: 'turns_open' },
    fields: offAxis(0.532, 2.4),
  },
  {
    ...{ folder: 'die-rough', hologram: 'hologram.bmp', flagged: 'speckle_sideband' },
    fields: offAxis(0.6328, 6.8, { z_mm: 1054 }),
  },
  { folder: 'fungus-first-exposure', hologram: 'hologram.bmp', fields: offAxis(0.632, 3.75) },
  {
    ...{ folder: 'fungus-second-exposure', hologram: 'hologram.bmp' },
    fields: offAxis(0.633, 3.75, { z_mm: 0, magnification: 40 }),
  },
  {
    ...{ folder: 'hl60-cell-with-background', hologram: 'hologram.png', background: 'background.png' },
    fields: offAxis(0.633, 0.107, { z_mm: 0, ...inSample(40) }),
  },
  {
    // immersed in oil: without its index the beads focus at 4.2 µm
    ...{ folder: 'inline-beads-1um', hologram: 'hologram.png', focus: [0.0072822, 0.0005] },
    fields: inline(0.532, 2.2 / 56.7, {
      ...{ z_min_mm: 0.002, z_max_mm: 0.02, refractive_index_immersion: 1.52 },
      ...inSample(56.7),
    }),
  },
  ...heights.map((um) => ({
    ...{ folder: 'inline-multi-height-8-planes', hologram: `hologram-${um}um.png` },
    fields: inline(0.532, 1.12, { z_mm: um / 1000 }),
  })),
  {
    // the notes state nothing; with this guess its focus lies within the default range
    ...{ folder: 'inline-reticle', hologram: 'hologram.png' },
    fields: inline(0.65, 1.12, {}),
  },
  {
    ...{ folder: 'inline-slide-led', hologram: 'hologram.png', focus: [12.85, 0.5] },
    fields: inline(0.63, 1, { z_min_mm: 8, z_max_mm: 18 }),
  },
  {
    ...{ folder: 'inline-sperm', hologram: 'hologram.png', focus: [0.085, 0.02] },
    fields: inline(0.45, 5.5 / 18, { z_min_mm: 0.035, z_max_mm: 0.135, ...inSample(18) }),
  },
  { folder: 'needle', hologram: 'hologram.png', fields: offAxis(0.633, 3.75) },
  {
    ...{ folder: 'paramecium-out-of-focus', hologram: 'hologram.png', background: 'background.png' },
    fields: offAxis(0.63, 1, { z_mm: -1.2, ...inSample(5) }),
  },
  ...[1, 2, 3].map((frame) => ({
    ...{ folder: 'phase-shifting-3-usaf-jpeg', hologram: `hologram-${frame}.jpg` },
    fields: offAxis(0.532, 2.4),
  })),
  ...[0, 1, 2, 3].map((frame) => ({
    ...{ folder: 'phase-shifting-4-fresnel-lens', hologram: `hologram-${frame}.bmp` },
    fields: offAxis(0.6328, 6.9),
  })),
  {
    ...{ folder: 'point-source-paramecia', hologram: 'hologram.bmp', background: 'background.bmp' },
    fields: inline(0.532, diverging.pitch_um, {
      ...{ z_mm: diverging.z_mm, pixel_pitch_basis: 'object_space', magnification: diverging.magnification },
    }),
  },
  {
    ...{ folder: 'red-blood-cells-40x', hologram: 'hologram.png' },
    fields: offAxis(0.633, 3.75, { z_mm: 0, magnification: 40 }),
  },
  {
    // found at 6.3 mm where 8 is stated, and doubted
    ...{ folder: 'simulated-8mm', hologram: 'hologram.bmp', flagged: 'focus_ambiguous' },
    fields: offAxis(0.633, 3.75, { z_min_mm: 3, z_max_mm: 13 }),
  },
  {
    ...{ folder: 'small-bead', hologram: 'hologram.png' },
    fields: offAxis(0.633, 0.176, { z_mm: 0, ...inSample(40) }),
  },
  {
    ...{ folder: 'star-10x-curved', hologram: 'hologram.bmp' },
    fields: offAxis(0.632, 3.75, { z_mm: 0, magnification: 10 }),
  },
  {
    ...{ folder: 'star-20x-non-telecentric', hologram: 'hologram.png', flagged: 'frame_cropped' },
    fields: offAxis(0.532, 5.86, { z_mm: 0, magnification: 20 }),
  },
  { folder: 'stray-light-650nm', hologram: 'hologram.bmp', fields: offAxis(0.65, 3.45, { z_mm: 155 }) },
  {
    ...{ folder: 'usaf-lensless-405nm', hologram: 'hologram.png', focus: [37.2, 0.6] },
    fields: offAxis(0.405, 3.45, { z_min_mm: 32, z_max_mm: 42 }),
  },
  {
    ...{ folder: 'usaf-phase-20x', hologram: 'hologram.png' },
    fields: offAxis(0.633, 3.75, { z_mm: 0, magnification: 20 }),
  },
];
