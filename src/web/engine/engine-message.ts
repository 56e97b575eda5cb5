import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { MapName } from '../package/opened-package.ts';
import type { Held } from '../worker/protocol.ts';

/** What is to be reconstructed, as it would be sent to the service. */
export interface EngineRequest {
  /** one frame, or one file of a stack */
  readonly hologram: File;
  readonly background: File | null;
  /** of the recipe, as they would be sent */
  readonly fields: Readonly<Record<string, string>>;
  /** a calibration profile, as JSON; null: none */
  readonly calibration: string | null;
}

export interface EngineTask extends EngineRequest {
  /** to the page’s other worker; only with the first task */
  readonly port: MessagePort | null;
  /** names the two files: the same ones are read once */
  readonly files: string;
}

/** What the service would put into a package, but for its signature, its identifiers and its pictures. */
export interface EngineResult {
  readonly report: EvidenceReport;
  readonly pixelSizeUm: { readonly x: number; readonly y: number };
  readonly maps: Readonly<Partial<Record<MapName, RealMap>>>;
  /** by which numbers the page’s other worker holds copies of the maps, in their order, and the field */
  readonly held: Held;
  /** from the files' bytes to the maps */
  readonly ms: number;
}

export interface Stage {
  readonly stage: string;
  /** 0 to 1 */
  readonly fraction: number;
}

export type EngineReply =
  | { readonly progress: Stage }
  | { readonly result: EngineResult }
  | { readonly refusal: string; readonly code: string | null };
