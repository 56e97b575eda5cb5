import { simulate } from '../../../src/core/simulate/simulate.ts';
import { encodeFrame } from '../../../src/formats/encode/frame.ts';
import { loadKernels } from '../../load-kernels.ts';
import { multipart } from './send.ts';
import { npyHeader, textParts } from './world.ts';

const SIDE = 96;
const rig = { wavelength_um: 0.6328, pixel_pitch_um: 1.2, z_mm: 0.1 };
const target_id = 'ronchi-50';

/** What goes with the frame of a target. */
export const calibrationFields: Readonly<Record<string, string>> = {
  ...{ target_id, holography_mode: 'off-axis' },
  ...Object.fromEntries(Object.entries(rig).map(([name, value]) => [name, String(value)])),
};

/**
 * A request that makes a profile. It takes seconds: a fit is a lot of work.
 * @param fields what else it says
 */
export async function targetUpload(fields: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const { hologram } = simulate(await loadKernels(), {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: SIDE, height_px: SIDE, background: false },
    ...{ target: { target_id, rotation_deg: 5 }, ...rig },
  });
  const value = new Uint8Array(Buffer.concat(await encodeFrame(hologram, 'png', rig.pixel_pitch_um)));
  return multipart([
    ...textParts({ ...fields, ...calibrationFields }),
    { name: 'hologram', value, filename: 'target.png' },
  ]);
}

/** A frame that is refused at a glance, for requests that are about something else. */
export function emptyFrame(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([npyHeader(64), new Uint8Array(64 * 64).fill(100)]));
}
