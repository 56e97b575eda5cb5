import type { Histogram } from './histogram.ts';
import type { ComplexMap, RealMap, RegionPx } from '../../core/reconstruction/reconstruction.ts';
import type { Channel } from '../../formats/decode/samples/grey.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Inspection } from '../../formats/verify/inspect-package.ts';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { FrameFacts } from '../decode/frame-facts.ts';
import type { MapLabels } from '../package/encode-map.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ColourName } from '../colour/colour-maps.ts';

/** What the page asks its worker for: the request, and what comes back. Arrays and pictures are handed over, not copied. */
export interface Calls {
  openPackage: {
    request: { readonly blob: Blob };
    reply: Omit<OpenedPackage, 'name' | 'bytes' | 'origin' | 'close' | 'report' | 'parts'> & {
      readonly report: EvidenceReport;
    };
  };
  /** a result of which files come one by one, the report and what was signed first */
  openParts: {
    request: { readonly files: readonly FetchedFile[] };
    reply: {
      /** by which number it is found again, and released */
      readonly id: number;
      readonly report: EvidenceReport;
      readonly inspection: Inspection | null;
    };
  };
  /** one file more of it: a map, or the field, which by itself shows maps */
  addPart: {
    request: { readonly id: number; readonly file: FetchedFile };
    reply: Pick<OpenedPackage, 'inspection' | 'maps' | 'field'>;
  };
  /** what a package by itself shows of its being whole */
  inspect: { request: { readonly blob: Blob }; reply: Inspection | null };
  /** from now on another worker hands over what it makes (`HandedOver`) by this port, and is told the numbers (`Held`) */
  connect: { request: { readonly port: MessagePort }; reply: void };
  /** a map as a package has it, and its digest; null: the page can’t compute digests */
  mapFile: {
    request: { readonly id: number; readonly labels: MapLabels };
    reply: { readonly blob: Blob; readonly sha256: string | null };
  };
  release: { request: { readonly ids: readonly number[] }; reply: void };
  /** the whole map in colours */
  paint: {
    request: {
      readonly id: number;
      readonly colours: ColourName;
      readonly range: Limits;
      /** a map of uncertainties: where they are those of an unknown phase, the colours fade */
      readonly faded?: number | null;
    };
    reply: ImageBitmap;
  };
  /** how the finite values are distributed, with counts in so many equal steps */
  histogram: {
    request: { readonly id: number; readonly bins: number };
    reply: Histogram;
  };
  /** a − b, where both maps have one size; `wrap`: into (−π, π] */
  difference: {
    request: { readonly a: number; readonly b: number; readonly wrap: boolean };
    reply: { readonly id: number; readonly values: Float32Array };
  };
  /** less a plane, see src/web/viewer/region-plane.ts */
  flatten: {
    request: {
      readonly id: number;
      readonly plane: Readonly<Record<'mean' | 'midX' | 'midY' | 'slopeX' | 'slopeY', number>>;
    };
    reply: { readonly id: number; readonly values: Float32Array };
  };
  /** block means on at most `most` samples a side, for a surface */
  reduce: {
    request: { readonly id: number; readonly most: number };
    reply: { readonly rows: number; readonly cols: number; readonly values: Float32Array };
  };
  /** as a hand moves it: to look at and not to read values from */
  refocus: {
    request: RefocusPlace & {
      readonly show: 'amplitude' | 'phase';
      readonly colours: ColourName;
      readonly range: Limits;
    };
    reply: { readonly bitmap: ImageBitmap; readonly covers: Covers; readonly isByGpu: boolean };
  };
  /** values that the page has made, as a map of their own */
  hold: { request: RealMap; reply: { readonly id: number } };
  /** a frame of a sequence at another distance: its amplitude there, or its phase in (−π, π] */
  refocusFrame: {
    request: Omit<RefocusPlace, 'field'> & {
      readonly phase: RealMap;
      readonly amplitude: RealMap;
      readonly show: 'amplitude' | 'phase';
    };
    reply: RealMap;
  };
  /** the values of a refocused field, as a map of their own */
  keepRefocused: {
    request: RefocusPlace & { readonly show: 'amplitude' | 'phase' | 'unwrapped' };
    reply: {
      readonly id: number;
      readonly values: Float32Array;
      /** whatever is shown: the uncertainty of a phase hangs on it */
      readonly amplitude: Float32Array;
      /** not 0: the number of turns is not to be trusted; null: none were counted */
      readonly untrusted: Uint8Array | null;
    };
  };
  /** the service's search for the focus, around the field's own plane */
  findFocus: {
    request: Omit<RefocusPlace, 'shift_mm'> & { readonly region: RegionPx | null; readonly reach_mm: number };
    reply: FocusHere;
  };
  /** a refocused field: an NPY file, complex64 */
  refocusedFile: { request: RefocusPlace; reply: Blob };
  /** `asStack`: where the file can be read both ways */
  readFrame: {
    request: Omit<FrameOfFile, 'index'> & { readonly name?: string; readonly asStack: boolean };
    reply: FrameFacts;
  };
  /** one frame as a map (camera counts, cropped as it would be reconstructed) */
  frameMap: {
    request: FrameOfFile;
    reply: {
      /** in the whole file */
      readonly frames: number;
      readonly id: number;
      readonly rows: number;
      readonly cols: number;
      readonly values: Float32Array;
    };
  };
  /** the wrapped phase while a filter is moved, in colours; `frame` names the frame, which is read once */
  phasePreview: {
    request: {
      readonly place: FrameOfFile;
      readonly frame: number;
      readonly filter: PreviewFilter;
      /** cycles/px: the carrier whose phase is level */
      readonly level: { readonly x: number; readonly y: number };
      /** null: not known, and nothing is brought into focus */
      readonly light: PreviewLight | null;
    };
    reply: ImageBitmap;
  };
  frameSpectrum: {
    request: FrameOfFile & { readonly mode: 'off-axis' | 'inline' };
    reply: FrameSpectrum;
  };
}

/** A file of a package by its path in there. */
export interface FetchedFile {
  readonly path: string;
  readonly blob: Blob;
}

/** Where a filter lies, cycles/px. */
export interface PreviewFilter {
  readonly carrier: { readonly x: number; readonly y: number };
  readonly radius: number;
}

/** What brings a phase into focus: µm, in the space of the pitch. */
export interface PreviewLight {
  readonly wavelength: number;
  readonly pitch: number;
  readonly z: number;
}

/** Maps and a field that another worker has made. */
export interface HandedOver {
  readonly maps: readonly RealMap[];
  readonly field: ComplexMap;
}

/** By which numbers they are found here. */
export interface Held {
  readonly maps: readonly number[];
  readonly field: number;
}

/** Which frame of a file that is read as a stack where it can be, from 0; null: the file is to be one frame. */
export interface FrameOfFile {
  readonly file: Blob;
  readonly index: number | null;
  /** of a frame in colour; null: it is to be grey */
  readonly channel: Channel | null;
}

/** The part of a map that a picture of fewer samples covers, map pixels: the samples lie in the middle of its own pixels. */
export interface Covers {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Which field, and where to. */
export interface RefocusPlace {
  readonly field: number;
  readonly optics: RefocusOptics;
  /** mm; positive: the sample lies farther from the sensor than the field's own plane */
  readonly shift_mm: number;
}

/** What a refocus needs to know of the rig, in the space the distances are given in. */
export interface RefocusOptics {
  /** µm, in the medium that lies between */
  readonly wavelength: number;
  /** µm from one sample to the next */
  readonly pitchX: number;
  readonly pitchY: number;
  /** cycles/µm: the highest frequency the field holds */
  readonly radius: number;
  /** 1 where the background was taken out, 0 where it wasn't */
  readonly outside: 0 | 1;
  /** samples over which the field fades to `outside` at its edges */
  readonly taper: number;
}

/** Where something is in focus, as distances from the field's own plane, farther from the sensor positive. */
export interface FocusHere {
  readonly shift_mm: number;
  readonly sigma_mm: number;
  /** the metric that decided: smallest in focus */
  readonly curve: {
    readonly metric: string;
    readonly shift_mm: readonly number[];
    readonly value: readonly number[];
  };
  /** why a person should look; distances in them are such shifts */
  readonly doubts: readonly string[];
}

/** A frame's spectrum and the sideband found in it by the code that reconstructs. */
export interface FrameSpectrum {
  readonly picture: ImageBitmap;
  readonly rows: number;
  readonly cols: number;
  readonly step_cycles_per_px: { readonly x: number; readonly y: number };
  readonly sideband: {
    readonly carrier: { readonly x: number; readonly y: number };
    readonly radius: number;
    readonly signalToNoise: number;
  } | null;
  /** why there is no sideband, in words; null in mode inline */
  readonly refusal: string | null;
  /** share of the pixels at the largest value */
  readonly fractionAtMaximum: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
}

export type CallName = keyof Calls;
export type Request = {
  readonly [K in CallName]: { readonly call: K; readonly request: Calls[K]['request'] };
}[CallName] & {
  readonly number: number;
};
export type Reply =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly refusal: string; readonly code: string | null };
