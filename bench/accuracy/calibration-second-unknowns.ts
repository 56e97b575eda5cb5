import type { SecondRig, Surface } from '../../test/second-simulator/record.ts';
import { WRONG } from '../../test/second-simulator/rigs.ts';

/** One of the numbers that make a rig, in units of how large it may be. */
export interface Unknown {
  readonly name: string;
  readonly change: (rig: SecondRig, by: number) => SecondRig;
  /** over which a frame is as good as a straight line */
  readonly step: number;
  /** what a unit changes of the pitch, as a share */
  readonly ofPitch: number;
  /** nothing that lies before the sensor changes */
  readonly isOfSensor: boolean;
  /** something is known of it before the frame: one σ is a unit */
  readonly isKnown: boolean;
}

/** One σ of what lies anywhere within ± a half-width. */
const within = (half: number) => half / Math.sqrt(3);

/** rad, and px: half-widths of what `secondCase` draws for the phase at the sensor, and where a target lies, of the side. */
const PHASE = { '2,0': 3, '0,2': 3, '1,1': 2, '3,0': 1, '0,3': 1 } as const;
const PLACE = 0.1;

const PLACES = [
  [1, 0],
  [0, 1],
  [2, 0],
  [1, 1],
  [0, 2],
  [3, 0],
  [1, 2],
] as const;
const ZERNIKES = [
  [2, 2],
  [2, -2],
  [3, 1],
  [3, -1],
  [3, 3],
  [3, -3],
  [4, 0],
] as const;

export function unknownsOf(rig: SecondRig, hasRatio: boolean): Unknown[] {
  return [...ofPath(rig, hasRatio), ...ofPlace(rig), ...ofLight(rig), ...ofSensor(rig)];
}

const rest = { step: 0.01, ofPitch: 0, isOfSensor: false, isKnown: true };

function ofPath({ z_um, curvature_per_um }: SecondRig, hasRatio: boolean): Unknown[] {
  const larger = curvature_per_um * z_um;
  const pixels = (rig: SecondRig, x: number, y: number): SecondRig => {
    return { ...rig, pitch_x_um: rig.pitch_x_um * x, pitch_y_um: rig.pitch_y_um * y };
  };
  const [pitch, ratio] = [within(WRONG.nominal.pitch), within(WRONG.ratio)];
  const [far, bend] = [within(WRONG.nominal.z), within(WRONG.curvature['off-axis'])];
  const wavelength = within(WRONG.wavelength);
  const shape = (by: number) => Math.sqrt(1 + ratio * by);
  return [
    {
      ...{ ...rest, name: 'pitch', step: 0.005 / pitch, ofPitch: pitch },
      change: (rig, by) => pixels(rig, 1 + pitch * by, 1 + pitch * by),
    },
    ...(hasRatio
      ? [
          {
            ...{ ...rest, name: 'ratio', step: 0.01 / ratio },
            change: (rig: SecondRig, by: number) => pixels(rig, shape(by), 1 / shape(by)),
          },
        ]
      : []),
    {
      ...{ ...rest, name: 'z' },
      change: (rig, by) => {
        const z = z_um * (1 + far * by);
        return { ...rig, z_um: z, curvature_per_um: larger / z };
      },
    },
    {
      ...{ ...rest, name: 'wavelength' },
      change: (rig, by) => ({ ...rig, wavelength_um: rig.wavelength_um * (1 + wavelength * by) }),
    },
    {
      ...{ ...rest, name: 'larger', ofPitch: -bend / (1 + larger) },
      change: (rig, by) => ({ ...rig, curvature_per_um: (larger + bend * by) / rig.z_um }),
    },
  ];
}

/** Steps of as much as a cell at the frame's edge: edges are drawn by counting points. */
function ofPlace({ side_px, pitch_x_um, bias_um }: SecondRig): Unknown[] {
  const place = within(PLACE * side_px * pitch_x_um);
  const bias = within(WRONG.bias * pitch_x_um);
  const at = (key: 'x_um' | 'y_um'): Unknown => ({
    ...{ ...rest, name: key, step: (0.3 * pitch_x_um) / place },
    change: (rig, by) => ({ ...rig, lying: { ...rig.lying, [key]: rig.lying[key] + place * by } }),
  });
  const turned: Unknown = {
    ...{ ...rest, name: 'turn', step: 0.005, isKnown: false },
    change: (rig, by) => ({ ...rig, lying: { ...rig.lying, rotation_rad: rig.lying.rotation_rad + by } }),
  };
  const grown: Unknown = {
    ...{ ...rest, name: 'bias', step: (0.3 * pitch_x_um) / bias },
    change: (rig, by) => ({ ...rig, bias_um: rig.bias_um + bias * by }),
  };
  return [turned, at('x_um'), at('y_um'), ...(bias_um === 0 ? [] : [grown])];
}

function ofLight({ lens }: SecondRig): Unknown[] {
  const one = WRONG.lens / Math.sqrt(ZERNIKES.length);
  const light = PLACES.map(([i, j]): Unknown => {
    const term = [i, j, within(WRONG.light.target)] as const;
    return {
      ...{ ...rest, name: `light at target ${i},${j}` },
      change: (rig, by) => ({ ...rig, lightAtTarget: plus(rig.lightAtTarget, term, by) }),
    };
  });
  if (!lens) return light;
  const waves = ZERNIKES.map(([n, m]): Unknown => {
    return {
      ...{ ...rest, name: `lens ${n},${m}` },
      change: (rig, by) => ({
        ...rig,
        lens: { ...rig.lens!, waves: plus(rig.lens!.waves, [n, m, one], by) },
      }),
    };
  });
  return [...light, ...waves];
}

function ofSensor({ ghosts }: SecondRig): Unknown[] {
  const own = { ...rest, isOfSensor: true };
  const light = PLACES.map(([i, j]): Unknown => {
    const term = [i, j, within(WRONG.light.sensor)] as const;
    return {
      ...{ ...own, name: `light at sensor ${i},${j}` },
      change: (rig, by) => ({ ...rig, lightAtSensor: plus(rig.lightAtSensor, term, by) }),
    };
  });
  const phase = Object.entries(PHASE).map(([powers, half]): Unknown => {
    const [i, j] = powers.split(',').map(Number) as [number, number];
    return {
      ...{ ...own, name: `phase ${powers}` },
      change: (rig, by) => ({ ...rig, phaseAtSensor: plus(rig.phaseAtSensor, [i, j, within(half)], by) }),
    };
  });
  const carrier = [0, 1].map((axis): Unknown => ({
    ...{ ...own, name: `carrier ${axis}`, step: 1e-4, isKnown: false },
    change: ({ carrier: [x, y], ...rig }, by) => ({
      ...rig,
      carrier: axis === 0 ? [x + by, y] : [x, y + by],
    }),
  }));
  const electrons: Unknown = {
    ...{ ...own, name: 'electrons', isKnown: false },
    change: (rig, by) => ({ ...rig, electrons: rig.electrons * (1 + by) }),
  };
  // how strong a rig's reference is, and how far it is ahead, nobody says: all of these have the same, by which M and a lens would show
  const reference = (['lightAtSensor', 'phaseAtSensor'] as const).map((key): Unknown => ({
    ...{ ...own, name: `reference, ${key}`, isKnown: false },
    change: (rig, by) => ({ ...rig, [key]: plus(rig[key], [0, 0, 1], by) }),
  }));
  // of each copy the real and the imaginary part, uniform in its size
  const size = WRONG.ghost.amplitude / Math.sqrt(6);
  const copies = ghosts.flatMap((_, k) =>
    [0, Math.PI / 2].map((turn): Unknown => ({
      ...{ ...own, name: `copy ${k} ${turn === 0 ? 're' : 'im'}` },
      change: (rig, by) => ({ ...rig, ghosts: withMore(rig.ghosts, k, size * by, turn) }),
    })),
  );
  return [...light, ...phase, ...carrier, electrons, ...reference, ...copies];
}

function withMore(ghosts: SecondRig['ghosts'], k: number, by: number, turn: number): SecondRig['ghosts'] {
  const [, x, y] = ghosts[k]!;
  return [...ghosts, [by, x, y, turn]];
}

function plus(terms: Surface, [i, j, weight]: Surface[number], by: number): Surface {
  return [...terms, [i, j, weight * by]];
}
