import { z } from 'zod';
import type { Profile } from '../../../services/calibration/profile.ts';

const sigma = z.number().min(0).describe('standard uncertainty, in the unit of the value');
const measured = (description: string) =>
  z.object({ value: z.number(), sigma }).nullable().describe(`${description}; null: the target doesn’t tell`);

const corrections = z.object({
  pixel_pitch_um: measured('geometric mean of both directions'),
  pixel_pitch_per_mm: z
    .object({ value: z.number(), sigma })
    .optional()
    .describe(
      'µm by which the pitch is larger for each mm of distance; absent: frames from several distances did not tell it',
    ),
  pixel_pitch_x_um: measured('along rows'),
  pixel_pitch_y_um: measured('along columns'),
  scale_anisotropy: measured('pitch in x over pitch in y'),
  shear_rad: measured('how far the angle between the axes is from a right one; reported, not corrected'),
  z_mm: measured('distance of the target'),
  z_offset_mm: measured('measured minus given distance: what is added to the distances of later requests'),
  phase_aberration: z
    .object({
      basis: z.literal('legendre'),
      degree: z.int().min(0).describe('highest sum of both orders'),
      orders: z
        .array(z.tuple([z.int().min(0), z.int().min(0)]))
        .describe('[along x, along y] of each coefficient'),
      coefficients_rad: z.array(z.number()),
      sigma_rad: sigma,
    })
    .nullable()
    .describe(
      'off-axis: phase that the rig adds, over the frame from −1 to 1; null: the target doesn’t tell',
    ),
  carrier_cycles_per_px: z
    .object({ x: z.number().describe('cycles per pixel along x'), y: z.number().describe('along y') })
    .nullable()
    .describe('off-axis: where the sideband is'),
  phase_scale: measured('true phase over measured phase'),
});

const crop = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

const fitSchema = z.object({
  residual_px: z.number().describe('root mean square distance between found features and the fitted model'),
  features_found: z.int().describe('a count'),
  features_expected: z.int().describe('a count: those of the drawing that lie in view'),
  rotation_deg: z
    .object({ value: z.number(), sigma })
    .nullable()
    .describe('null: the target looks alike however it is turned'),
  shift_um: z.object({ x: z.number(), y: z.number() }),
  mirrored: z.boolean(),
});

const valueWithSigma = z.object({ value: z.number(), sigma });
const residualPlace = z.object({
  ...{ x_px: z.number(), y_px: z.number() },
  seen: z
    .object({
      ...{ dx_px: z.number(), dy_px: z.number(), parts: z.int().describe('a count') },
      scatter_px: z.number().min(0).nullable(),
    })
    .nullable()
    .describe('how far parts around it were found from where a fit without distortion has them'),
});
const distortionSchema = z.object({
  radial: valueWithSigma.describe('share of radius_px by which what lies there is farther out'),
  tangential_x: valueWithSigma,
  tangential_y: valueWithSigma.describe('of a lens that is not centred'),
  radius_px: z.number().describe('half the longer side of the frame'),
  significant: z
    .boolean()
    .describe(
      'larger than noise would make it; values are those without it, and what they would differ by is in the budget',
    ),
  linear: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .optional()
    .describe(
      'by how much the straight part of the fit would differ with these terms: [dx/dx, dx/dy, dy/dx, dy/dy]',
    ),
  field: z
    .array(
      residualPlace.extend({
        ...{ dx_px: z.number(), dy_px: z.number() },
        sigma_px: z.number().min(0),
      }),
    )
    .describe(
      'by how many pixels things lie off in 5 × 5 places over the frame, row by row, with its uncertainty',
    ),
});

/** A calibration profile (contract section 5). */
export const profileSchema = z
  .object({
    profile_id: z.string(),
    name: z.string().nullable(),
    target_id: z.string(),
    holography_mode: z.string(),
    created_at: z.iso.datetime(),
    input_sha256: z.string().describe('of the frame as it was received'),
    nominal: z
      .object({
        holography_mode: z.enum(['off-axis', 'inline']),
        wavelength_um: z.number(),
        pixel_pitch_um: z.number(),
        pixel_pitch_basis: z.enum(['sensor', 'object_space']),
        magnification: z.number().describe('a factor'),
        refractive_index_immersion: z
          .number()
          .optional()
          .describe('of what lies between the target and its image; absent: 1'),
        z_mm: z.number().nullable(),
        z_min_mm: z.number().nullable(),
        z_max_mm: z.number().nullable(),
      })
      .describe('the rig as it was described'),
    certificate: z
      .object({
        ...{ feature_size_um: z.number().optional(), feature_tolerance_um: z.number().optional() },
        part_tolerance: z.number().optional().describe('± of all lengths, a share'),
        maker: z.string().optional(),
        k: z.number().optional().describe('of how many standard uncertainties the tolerance is'),
        number: z.string().optional().describe('what is written on it'),
      })
      .nullable()
      .describe('of the very part; null: the catalogue’s values were used'),
    wavelength_tolerance_nm: z.number().nullable().describe('± of the wavelength; null: 1 % of it was taken'),
    corrections: corrections.describe('what the rig was found to be'),
    budget: z
      .array(
        z.object({
          quantity: z.string().describe('the correction that it is of'),
          source: z.string(),
          type: z.enum(['A', 'B']).describe('A: from the frame itself; B: from what is known besides'),
          u: z.number().min(0).describe('standard uncertainty'),
          unit: z.string(),
          distribution: z
            .enum(['normal', 'rectangular'])
            .optional()
            .describe('rectangular: limits are all that is known of it, and u is their half-width over √3'),
        }),
      )
      .describe('what the uncertainties are made of: sources of one quantity add up in squares'),
    expanded: z
      .object({ k: z.number().describe('a factor') })
      .catchall(z.number())
      .describe(
        'k times the standard uncertainty of each correction and of the turn (rotation_deg), by its name',
      ),
    coverage: z
      .record(z.string(), z.number())
      .optional()
      .describe(
        'by the name of each quantity that has a budget: how many standard uncertainties cover 95 % of what its lines add up to, 2 where that is normal and 1.65 where limits are nearly all of it (EA-4/02); `expanded` is by 2 everywhere',
      ),
    repeatability: z
      .number()
      .nullable()
      .optional()
      .describe('one σ of the pitch over repeated recordings, a share, as it was stated; null: it was not'),
    frames: z
      .array(
        z.object({
          ...{ input_sha256: z.string(), fit: fitSchema },
          ...{ pixel_pitch_um: corrections.shape.pixel_pitch_um, z_mm: corrections.shape.z_mm },
        }),
      )
      .optional()
      .describe('what each frame tells by itself'),
    traceability: z.string().optional().describe('what lengths and distances rest on, in words'),
    distortion: distortionSchema
      .nullable()
      .optional()
      .describe(
        'what the lens does to places; lens_distortion=correct of a reconstruction undoes it; null: the frames tell nothing of it',
      ),
    residuals: z
      .array(residualPlace)
      .optional()
      .describe('what the fit leaves in 5 × 5 places over the frame, row by row'),
    valid_until: z.iso.datetime().describe('measure the rig again by then, and whenever it was touched'),
    fit: fitSchema.describe('of several frames: counts of all, turn and place in the first'),
    quality: z.enum(['good', 'needs_review']),
    warnings: z.array(z.string()).describe('what a person should know before using it'),
    frame: z
      .object({ width_px: z.int(), height_px: z.int(), crop_px: crop })
      .describe('the frame of the target, and the part of it that was used'),
    software: z.object({ name: z.string(), version: z.string(), kernel_sha256: z.string() }),
    overlay: z
      .object({
        href: z.string().describe('where the picture can be fetched'),
        sha256: z.string(),
        bytes: z.int(),
      })
      .describe('a PNG: the found features and the fitted model on the amplitude'),
    next_step: z.string(),
  })
  .meta({ id: 'CalibrationProfile' });

/** A profile as it is answered, with the address of its overlay. */
export function answerProfile(profile: Profile, baseUrl: string) {
  const { overlay, ...known } = profile;
  const href = `${baseUrl}/calibration/profile/${profile.profile_id}/overlay.png`;
  return { ...known, overlay: { href, ...overlay } };
}
