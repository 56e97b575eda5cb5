import type { EvidenceReport } from '../../formats/report/evidence-report.ts';

/** The part of an evidence report that a caller wants at once. */
export interface Summary {
  readonly payload_sha256: string;
  readonly width_px: number;
  readonly height_px: number;
  /** of an output pixel, in the sample */
  readonly pixel_size_um: { readonly x: number; readonly y: number } | null;
  readonly crop_px: EvidenceReport['input']['crop_px'];
  readonly flags: EvidenceReport['quality']['flags'];
  readonly metrics: EvidenceReport['quality']['metrics'];
  readonly uncertainty: EvidenceReport['uncertainty'];
  readonly parameters_used: EvidenceReport['parameters']['used'];
}

export function summarise(evidence: EvidenceReport): Summary {
  const phase = evidence.outputs.find(({ quantity }) => quantity === 'phase')!;
  return {
    payload_sha256: evidence.payload_sha256,
    width_px: phase.shape[1]!,
    height_px: phase.shape[0]!,
    pixel_size_um: phase.pixel_size_um,
    crop_px: evidence.input.crop_px,
    flags: evidence.quality.flags,
    metrics: evidence.quality.metrics,
    uncertainty: evidence.uncertainty,
    parameters_used: evidence.parameters.used,
  };
}
