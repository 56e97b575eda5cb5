import type {
  ComplexMap,
  RealMap,
  Reconstruction,
  SpectrumPicture,
} from '../../core/reconstruction/reconstruction.ts';
import { defaults } from '../../core/recipe/defaults.ts';
import type { PackageContext } from '../report/package-context.ts';

const SHA = (digit: string): string => digit.repeat(64);

/** A made-up reconstruction of two beads and a scratch on a noisy ground, for the tests of what is made of one. */
export function beadReconstruction(
  rows = 96,
  cols = 160,
  options: { height?: boolean } = {},
): Reconstruction {
  const noise = lcg(7);
  const phaseAt = (x: number, y: number): number =>
    6 * bead(x, y, cols * 0.35, rows * 0.45, rows * 0.28) +
    3 * bead(x, y, cols * 0.72, rows * 0.6, rows * 0.17);
  const phase = fill(rows, cols, (x, y) => phaseAt(x, y) + 0.06 * noise());
  const wrapped = fill(rows, cols, (x, y) => wrap(phase.data[y * cols + x]!));
  const amplitude = fill(rows, cols, (x, y) => 1 - 0.12 * Math.min(1, phaseAt(x, y)) + 0.03 * noise());
  const sigma = fill(rows, cols, (x, y) => 0.03 + 0.01 * (x / cols) + 0.02 * Math.min(1, phaseAt(x, y)));
  const height = fill(rows, cols, (x, y) => phase.data[y * cols + x]! * 400);
  return {
    rows,
    cols,
    pixel_size_um: { x: 0.1725, y: 0.1725 },
    crop_px: { x: 0, y: 0, width: cols, height: rows },
    phase,
    phase_wrapped: wrapped,
    amplitude,
    phase_uncertainty: sigma,
    phase_noise: sigma,
    height: options.height ? height : null,
    field: field(amplitude, phase),
    spectrum: spectrum(Math.min(rows, 1024), Math.min(cols, 1024)),
    focus_curves: [focusCurve('amplitude variance', 'min', 1), focusCurve('phase gradient', 'max', -1)],
    foci: [
      {
        ...{ z_mm: 0.42, sigma_mm: 0.003, depth_of_field_mm: 0.03, kind: 'phase', share: 0.8 },
        region_px: { x: 0, y: 0, width: 80, height: 60 },
      },
      {
        ...{ z_mm: 0.61, sigma_mm: 0.006, depth_of_field_mm: 0.05, kind: null, share: 0.2 },
        region_px: { x: 90, y: 10, width: 40, height: 60 },
      },
    ],
    back_propagation: { amplitude, phase_wrapped: wrapped },
    steps: [
      {
        name: 'sideband',
        method: 'The brightest peak outside the autocorrelation term, its place by a local Fourier sum.',
        source: 'doi:10.1364/OL.33.000156',
        metrics: { peak_snr_db: 41.2, carrier_cycles_per_px: [0.182, 0.143] },
      },
      {
        name: 'propagation',
        method: 'Band-limited angular spectrum, padded so that nothing wraps round.',
        source: 'doi:10.1364/OE.17.019662',
        metrics: { z_mm: 0.42, padded: true },
      },
      {
        name: 'unwrap',
        method: 'Quality-guided flood fill.',
        source: 'doi:10.1364/AO.41.007437',
        metrics: { residues: 0, masked_px: 0 },
      },
    ],
    flags: [
      {
        code: 'distance_unknown',
        level: 'needs_review',
        detail: 'Neither z_mm nor a range was given: reconstructed at z = 0.',
      },
      { code: 'saturated_pixels', level: 'warning', detail: '0.4 % of the pixels are at full scale.' },
    ],
    metrics: {
      carrier_fx_cycles_per_px: 0.182,
      carrier_fy_cycles_per_px: 0.143,
      fringe_visibility: 0.71,
      saturated_fraction: 0.004,
      sideband_snr_db: 41.2,
      undefined_here: NaN,
    },
    uncertainty: {
      method:
        'Photon and read noise estimated from the empty corners of the spectrum, carried through the filter.',
      median_phase_sigma_rad: 0.041,
      total_median_rad: 0.041,
      components: [
        {
          ...{ name: 'camera_noise', type: 'A', median_rad: 0.03, correlation_length_um: 0.4 },
          method: 'empty part of the spectrum',
        },
        {
          ...{ name: 'coherent_background', type: 'A', median_rad: null, correlation_length_um: null },
          method: 'not known',
        },
      ],
    },
    used: { recipe, wavelength_um: 0.6328, z_mm: 0.42 },
  };
}

export function packageContext(): PackageContext {
  return {
    evidence_report_id: 'evr_01k2m3n4p5q6r7s8t9v0w1x2y3',
    archive_id: 'arc_01k2m3n4p5q6r7s8t9v0w1x2y4',
    created_at: '2026-05-04T10:11:12Z',
    requester: 'public',
    software: { name: 'Leith', version: '0.1.0', kernel_sha256: SHA('a') },
    input: { sha256: SHA('b'), bytes: 123_456, format: 'png', width_px: 160, height_px: 96, bit_depth: 8 },
    background: null,
    requested: {
      holography_mode: 'off-axis',
      wavelength_um: 0.6328,
      pixel_pitch_um: 3.45,
      magnification: 20,
    },
    calibration: null,
  };
}

const recipe = {
  holography_mode: 'off-axis',
  wavelength_um: 0.6328,
  wavelength_tolerance_nm: null,
  pixel_pitch_um: 3.45,
  pixel_pitch_basis: 'sensor',
  magnification: 20,
  z_mm: 0.42,
  z_tolerance_mm: null,
  z_min_mm: null,
  z_max_mm: null,
  sample_type: 'transmission',
  refractive_index_sample: null,
  refractive_index_immersion: 1,
  refractive_index_medium: null,
  sideband: 'auto',
  carrier_cycles_per_px: null,
  filter_radius_cycles_per_um: null,
  demodulation: 'linear',
  lens_distortion: 'keep',
  phase_retrieval: 'constrained',
  camera_gamma: null,
  stack_z_mm: null,
  phase_background: 'auto',
  background_degree: null,
  background_region: null,
  output_sampling: 'full',
  outputs: defaults.outputs,
  channel: null,
} as const;

function fill(rows: number, cols: number, valueAt: (x: number, y: number) => number): RealMap {
  return {
    rows,
    cols,
    data: Float32Array.from({ length: rows * cols }, (_, i) => valueAt(i % cols, Math.floor(i / cols))),
  };
}

/** Thickness of a sphere over its diameter. */
function bead(x: number, y: number, centreX: number, centreY: number, radius: number): number {
  const inside = radius ** 2 - (x - centreX) ** 2 - (y - centreY) ** 2;
  return inside > 0 ? Math.sqrt(inside) / radius : 0;
}

function wrap(phase: number): number {
  return phase - 2 * Math.PI * Math.ceil(phase / (2 * Math.PI) - 0.5);
}

function field(amplitude: RealMap, phase: RealMap): ComplexMap {
  const data = new Float32Array(2 * phase.data.length);
  phase.data.forEach((angle, i) => {
    data[2 * i] = amplitude.data[i]! * Math.cos(angle);
    data[2 * i + 1] = amplitude.data[i]! * Math.sin(angle);
  });
  return { rows: phase.rows, cols: phase.cols, data };
}

function spectrum(rows: number, cols: number): SpectrumPicture {
  const noise = lcg(3);
  const peak = (fx: number, fy: number, width: number): number =>
    Math.exp(-(fx * fx + fy * fy) / (2 * width * width));
  const data = fill(rows, cols, (x, y) => {
    const fx = (x - (cols >> 1)) / cols;
    const fy = (y - (rows >> 1)) / rows;
    const bright =
      2e6 * peak(fx, fy, 0.06) +
      6e5 * (peak(fx - 0.182, fy - 0.143, 0.025) + peak(fx + 0.182, fy + 0.143, 0.025));
    return Math.log10(bright + 800 * (1.2 + noise()));
  }).data;
  return {
    rows,
    cols,
    data,
    step_cycles_per_px: { x: 1 / cols, y: 1 / rows },
    carrier_cycles_per_px: { x: 0.182, y: 0.143 },
    filter_radius_cycles_per_px: 0.085,
  };
}

function focusCurve(
  metric: string,
  extremum: 'min' | 'max',
  sign: number,
): Reconstruction['focus_curves'][number] {
  const z_mm = Array.from({ length: 61 }, (_, i) => 0.1 + i * 0.01);
  const value = z_mm.map(
    (z) => 0.4 - sign * 0.3 * Math.exp(-(((z - 0.42) / 0.05) ** 2)) + 0.02 * Math.sin(90 * z),
  );
  return { metric, extremum, z_mm, value, best_z_mm: 0.42 };
}

/** Repeatable numbers between −1 and 1. */
function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
