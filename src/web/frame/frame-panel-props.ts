import type { Channel } from '../../formats/decode/samples/grey.ts';
import type { Values } from '../fields/fields.ts';

export interface FramePanelProps {
  readonly file: File;
  /** which frame of a file with several, from 0; null: it holds this one alone */
  readonly index: number | null;
  readonly mode: 'off-axis' | 'inline';
  /** of a frame in colour; null: it is to be grey */
  readonly channel: Channel | null;
  /** µm, where light propagates to the sensor; null while it isn't known */
  readonly wavelength: number | null;
  /** µm, as given; null while it isn't known */
  readonly pitch: number | null;
  readonly magnification: number;
  /** the pitch is that in the sample, not that of the camera */
  readonly inSample: boolean;
  /** mm, as given; null: not known, or looked for */
  readonly z: number | null;
  /** see SeenFrame */
  readonly onSeen?: (file: File, refusal: string | null) => void;
  /** cycles/px and cycles/µm as the form says them; null: they are found */
  readonly own: { readonly carrier: readonly [number, number] | null; readonly radius: number | null };
  /** what hands on the spectrum make of the fields; absent: it is looked at only */
  readonly onSet?: (fields: Values) => void;
}
