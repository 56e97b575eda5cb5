import type { MapName } from './opened-package.ts';

const labels: Readonly<Record<MapName, { readonly title: string; readonly unit: string }>> = {
  phase: { title: 'Phase', unit: 'rad' },
  phase_wrapped: { title: 'Phase, wrapped', unit: 'rad' },
  amplitude: { title: 'Amplitude', unit: '' },
  phase_uncertainty: { title: 'Phase uncertainty (1 σ)', unit: 'rad' },
  phase_noise: { title: 'Phase noise of the camera (1 σ)', unit: 'rad' },
  mean_phase: { title: 'Mean phase over time', unit: 'rad' },
  temporal_std: { title: 'Scatter of the phase over time (1 σ)', unit: 'rad' },
  height: { title: 'Height', unit: 'nm' },
};

/** How people read the name of a map, and the unit of its values. */
export function labelMap(name: MapName): { readonly title: string; readonly unit: string } {
  return labels[name];
}
