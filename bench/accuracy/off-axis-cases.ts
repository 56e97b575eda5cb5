import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';

/** Objects whose phase the recorded bandwidth carries everywhere. */
export const plainObjects: Readonly<Record<string, SimulationInput['object']>> = {
  'bead, 3 rad': { kind: 'beads' },
  cells: { kind: 'cells' },
  'phase steps': { kind: 'phase-steps' },
  'phase chart': { kind: 'phase-chart' },
};

const cells = { mode: 'off-axis', object: { kind: 'cells' } } as const;
const chart = { mode: 'off-axis', object: { kind: 'phase-chart' } } as const;
const mild = [
  { x: 2, y: 0, rad: 3 },
  { x: 0, y: 2, rad: -2 },
  { x: 1, y: 1, rad: 1 },
  { x: 3, y: 0, rad: 0.5 },
];
const curved = (rad: number) => [
  { x: 2, y: 0, rad },
  { x: 0, y: 2, rad },
];

/** Cases beyond the well-sampled, well-lit ones. */
export const hardCases: Readonly<Record<string, SimulationInput>> = {
  'cells, 2,000 electrons, 8 bit': { ...cells, photoelectrons: 2000, bit_depth: 8 },
  'cells, 200 electrons': { ...cells, photoelectrons: 200 },
  'cells, visibility 0.3': { ...cells, coherence: 0.3 },
  'cells, four aberrations to 3 rad': { ...cells, aberration: mild },
  'cells, 15 rad of curvature': { ...cells, aberration: curved(15) },
  'cells, 30 rad of curvature': { ...cells, aberration: curved(30) },
  'cells, 60 rad of curvature': { ...cells, aberration: curved(60) },
  'phase chart, four aberrations to 3 rad': { ...chart, aberration: mild },
  'phase chart, 15 rad of curvature': { ...chart, aberration: curved(15) },
  'phase chart, 30 rad of curvature': { ...chart, aberration: curved(30) },
  'phase chart, 60 rad of curvature': { ...chart, aberration: curved(60) },
  'cells, uneven light and 40 specks of dust': { ...cells, uneven_light: 0.6, dust: 40 },
  'cells, z = 5 mm': { ...cells, z_mm: 5 },
  'cells, z = 20 mm': { ...cells, z_mm: 20 },
  'phase chart, z = 20 mm': { ...chart, z_mm: 20 },
  'bead, 25 rad': { mode: 'off-axis', object: { kind: 'beads', phase_rad: 25 } },
  'absorbing chart': { mode: 'off-axis', object: { kind: 'absorbing-chart' } },
};
