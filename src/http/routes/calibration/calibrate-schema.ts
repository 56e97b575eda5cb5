import { z } from 'zod';
import { calibrationFields } from '../../../core/calibrate-request/parse-calibration.ts';
import { keyFor } from '../../auth/require-key.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { acceptedResponse, asyncHeaders } from '../reconstruct/reconstruct-schema.ts';
import { profileSchema } from './profile-schema.ts';

const file = z.file();
const rig = { wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 20 };
/** Under this name because `examples` of a schema with conversions in it are left out. */
const examples = {
  'off-axis': {
    summary: 'a chart',
    value: {
      hologram: '(the bytes of the file)',
      target_id: 'usaf-1951',
      holography_mode: 'off-axis',
      ...rig,
    },
  },
  inline: {
    summary: 'a grid with its certificate, somewhere in a range',
    value: {
      ...{
        hologram: '(the bytes of the file)',
        target_id: 'distortion-grid-50um',
        holography_mode: 'inline',
      },
      ...{ wavelength_um: 0.532, pixel_pitch_um: 1.67, z_min_mm: 1, z_max_mm: 2 },
      ...{ feature_size_um: 50.02, feature_tolerance_um: 0.02, name: 'lensless, green' },
    },
  },
};

/** What a multipart request may hold. It documents: the parts are checked by hand as they stream in. */
const body = z
  .strictObject({
    hologram: z
      .union([file, z.array(file).min(2).max(8)])
      .describe(
        'the raw frame of the target: PNG or TIFF, also BMP, NPY, NPZ, HDF5, MAT or JPEG; or two to eight of them, each as a part of this name, with the target turned or shifted in between',
      ),
    background: file.optional().describe('the same rig with no target, same size as the hologram'),
    ...z
      .object(calibrationFields)
      .partial()
      .required({ target_id: true, holography_mode: true, wavelength_um: true, pixel_pitch_um: true }).shape,
  })
  .meta({ 'x-examples': examples });

export const calibrateSchema = {
  operationId: 'calibrate',
  summary: 'Measure a rig with the frame of a target',
  description:
    'Send the frame of a target with best guesses of pixel pitch, wavelength and distance (`z_mm`, or `z_min_mm` and ' +
    '`z_max_mm`, or all three). The answer is a profile: what the rig was found to be, each value with its standard ' +
    'uncertainty. Send `hologram` two to eight times, the target turned or shifted in between, and the profile also says ' +
    'how well the measurement repeats; one frame alone is `needs_review` unless `repeatability` is stated. It belongs to the account and never changes; pass its `profile_id` in the address: ' +
    '`POST /reconstruct_pdhm?calibration_profile_id=…`. A calibration takes seconds to minutes: with `Prefer: respond-async` it is a run at once, ' +
    'which has the `profile_id` when it has succeeded; one that is waited for and takes longer than the service allows ' +
    'is refused with `TOOK_TOO_LONG`; a run has that time for each of its frames. Look at the overlay before you use it. What was uploaded is kept only where the account’s ' +
    'switch `retain_raw_inputs` is on at that moment. Numbers are written as 0.65: a point, no unit.',
  tags: ['calibration'],
  security: keyFor('calibrate'),
  consumes: ['multipart/form-data'],
  headers: asyncHeaders,
  body,
  response: {
    201: {
      description: 'the profile',
      headers: {
        Location: { type: 'string', description: 'the profile, /calibration/profile/{profile_id}' },
        'Server-Timing': { type: 'string', description: 'milliseconds per stage' },
      },
      content: { 'application/json': { schema: profileSchema } },
    },
    202: acceptedResponse,
    ...problemResponses([
      ...([400, 401, 409, 413, 415, 422] as const),
      ...(['HOLOGRAM_UNREADABLE', 'HOLOGRAM_UNSUPPORTED', 'FRAME_TOO_LARGE', 'SIDEBAND_NOT_FOUND'] as const),
      ...(['TARGET_UNKNOWN', 'TARGET_MODE_MISMATCH', 'TARGET_NOT_RECOGNISED'] as const),
      ...(['TOOK_TOO_LONG', 'IDEMPOTENCY_KEY_REUSED', 503, 'OVERLOADED'] as const),
      'QUOTA_EXCEEDED',
    ]),
  },
};
