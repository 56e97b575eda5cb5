import type { EvidenceReport } from '../../formats/report/evidence-report.ts';

/** The part of an evidence report that a caller wants at once. */
export interface Summary {
  readonly payload_sha256: string;
  readonly width_px: number;
  readonly height_px: number;
  /** of an output pixel, in the sample; null: the package holds no map */
  readonly pixel_size_um: { readonly x: number; readonly y: number } | null;
  readonly crop_px: EvidenceReport['input']['crop_px'];
  readonly flags: EvidenceReport['quality']['flags'];
  readonly metrics: EvidenceReport['quality']['metrics'];
  /** without what has a number for each place */
  readonly uncertainty: Omit<EvidenceReport['uncertainty'], 'lasting_share'>;
  readonly parameters_used: EvidenceReport['parameters']['used'];
}

export function summarise(evidence: EvidenceReport): Summary {
  const map = evidence.outputs.find(({ pixel_size_um }) => pixel_size_um !== null);
  const { width, height } = evidence.input.crop_px;
  const { lasting_share: _, ...uncertainty } = evidence.uncertainty;
  const [rows = height, cols = width] = map?.shape.slice(-2) ?? [];
  return {
    payload_sha256: evidence.payload_sha256,
    width_px: cols,
    height_px: rows,
    pixel_size_um: map?.pixel_size_um ?? null,
    crop_px: evidence.input.crop_px,
    flags: evidence.quality.flags,
    metrics: evidence.quality.metrics,
    uncertainty,
    parameters_used: evidence.parameters.used,
  };
}
