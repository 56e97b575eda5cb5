import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Inspection } from '../../formats/verify/inspect-package.ts';

/** The maps a package may hold, as its files are named (`data/<name>.tif`). */
export type MapName =
  | 'phase'
  | 'phase_wrapped'
  | 'amplitude'
  | 'phase_uncertainty'
  | 'phase_noise'
  | 'height'
  // of a sequence
  | 'mean_phase'
  | 'temporal_std';

/** One map of values with what is needed to label it. */
export interface PackageMap {
  /** of the map in the worker, which colours it; see src/web/worker */
  readonly id: number;
  readonly title: string;
  /** `rad`, `nm`, `counts`; empty for ratios */
  readonly unit: string;
  readonly rows: number;
  readonly cols: number;
  /** row-major, y downwards; the page's own copy */
  readonly values: Float32Array;
}

/** What can be asked for of a result that lies at the service. `package`: all of it, to be checked as a whole. */
export type Part = MapName | 'field' | 'package';

export interface MapSize {
  readonly rows: number;
  readonly cols: number;
}

/** Single values of maps that are still coming, as they lie in the file. */
export interface MapRows {
  /** null: not here */
  readonly at: (name: MapName, size: MapSize, x: number, y: number) => number | null;
  /** Fetches the row, and some beside it, where they are not here. */
  readonly want: (names: readonly MapName[], size: MapSize, y: number) => void;
}

/** A result at the service, of which only what is looked at is fetched. */
export interface ResultParts {
  /** what the package holds and is not here, with what it is known to be */
  readonly absent: readonly { readonly name: MapName; readonly rows: number; readonly cols: number }[];
  /** whether it holds a field */
  readonly holdsField: boolean;
  /** whether the whole was fetched and checked, or what is here alone */
  readonly isWhole: boolean;
  /** Fetches it, where it is neither here nor on its way. */
  readonly want: (part: Part) => void;
  /** How far it has come: a share of it, why it did not come, or null where nobody has asked for it. */
  readonly state: (part: Part) => number | Error | null;
  readonly rows: MapRows;
  /** `data/report.html`. @throws Refused, Unreachable, Cancelled */
  readonly reportPage: () => Promise<Blob>;
  /** Tells whenever `state` or `rows` has changed. @returns what ends it */
  readonly listen: (listener: () => void) => () => void;
}

/** A result package that lies open: small things and the maps here, the field and second copies in the worker. */
export interface OpenedPackage {
  readonly name: string;
  readonly bytes: number;
  /** `page`: it was computed here, without identifiers and signature; what is shown changes as one tries parameters */
  readonly origin: 'package' | 'page';
  readonly report: EvidenceReport;
  /** null: the page can't compute digests, as it was not served safely */
  readonly inspection: Inspection | null;
  /** of its maps; 0: it holds none */
  readonly rows: number;
  readonly cols: number;
  /** in the sample */
  readonly pixelSizeUm: { readonly x: number; readonly y: number };
  readonly maps: Readonly<Partial<Record<MapName, PackageMap>>>;
  /** of the complex field in the worker, for refocusing; null: the package holds none */
  readonly field: { readonly id: number } | null;
  /** the 8-bit pictures, by name (`spectrum`, `phase`, …) */
  readonly previews: Readonly<Record<string, Blob>>;
  /** `data/report.html` as it is in the package */
  readonly reportPage: Blob | null;
  /** null: all of it is here */
  readonly parts: ResultParts | null;
  /** Gives the arrays in the worker back. The maps above stay readable. */
  close(): void;
}
