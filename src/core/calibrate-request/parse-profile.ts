import { z } from 'zod';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';
import { invalidInput } from '../recipe/recipe.ts';

const positive = z.number().positive();
const withSigma = (value: z.ZodNumber = z.number()) => z.object({ value, sigma: z.number().min(0) });
const measured = (value?: z.ZodNumber) => withSigma(value).nullable();
const HIGHEST_DEGREE = 16;
const order = z.int().min(0).max(HIGHEST_DEGREE);

const aberration = z
  .object({
    basis: z.literal('legendre'),
    degree: order,
    orders: z.array(z.tuple([order, order])),
    coefficients_rad: z.array(z.number()),
    sigma_rad: z.number().min(0),
  })
  .refine(
    ({ orders, coefficients_rad }) => orders.length === coefficients_rad.length,
    'has not one coefficient for each order',
  )
  .refine(({ degree, orders }) => orders.every(([i, j]) => i + j <= degree), 'has an order above its degree');

const distortion = z.object({
  ...{ radial: withSigma(), tangential_x: withSigma(), tangential_y: withSigma() },
  ...{ radius_px: positive, significant: z.boolean() },
  linear: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
});

const crop = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });

const budgetLine = z.object({
  ...{ quantity: z.string(), source: z.string(), type: z.enum(['A', 'B']) },
  ...{ u: z.number().min(0), unit: z.string() },
});

/** The part of a profile that reconstructions use, as the service answers it and as `leith calibrate` writes it. */
const rigSchema = z.object({
  profile_id: z.string().min(1),
  nominal: z.object({
    holography_mode: z.enum(['off-axis', 'inline']),
    ...{ wavelength_um: positive, pixel_pitch_um: positive, magnification: positive },
    refractive_index_immersion: z.number().min(1).optional(),
    pixel_pitch_basis: z.enum(['sensor', 'object_space']),
    ...{ z_mm: z.number().nullable(), z_min_mm: z.number().nullable(), z_max_mm: z.number().nullable() },
  }),
  corrections: z.object({
    ...{ pixel_pitch_um: measured(positive), pixel_pitch_x_um: measured(), pixel_pitch_y_um: measured() },
    pixel_pitch_per_mm: withSigma().optional(),
    ...{ scale_anisotropy: measured(positive), shear_rad: measured() },
    ...{ z_mm: measured(), z_offset_mm: measured() },
    phase_aberration: aberration.nullable(),
    carrier_cycles_per_px: z.object({ x: z.number(), y: z.number() }).nullable(),
    phase_scale: measured(positive),
  }),
  budget: z
    .array(budgetLine)
    .transform((lines) => lines.filter(({ quantity }) => quantity === 'z_mm'))
    .optional(),
  distortion: distortion.nullable().optional(),
  frame: z.object({ width_px: z.int().positive(), height_px: z.int().positive(), crop_px: crop }),
}) satisfies z.ZodType<CalibratedRig>;

/** What a profile's JSON knows of its rig. @throws Problem INVALID_INPUT with everything that is wrong with it */
export function parseProfile(text: string): CalibratedRig {
  const result = rigSchema.safeParse(parse(text));
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => {
    const where = path.length > 0 ? `${path.join('.')}: ` : '';
    return { pointer: '/calibration', message: `is no calibration profile: ${where}${message}` };
  });
  throw invalidInput(errors);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidInput([{ pointer: '/calibration', message: 'is no calibration profile: it is not JSON' }]);
  }
}
