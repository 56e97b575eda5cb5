import { lengthUm } from './length.ts';
import { startTags, type StartTag } from './start-tags.ts';
import { nothingStated, type StatedRig, type StatedSize, type StatedWavelength } from './stated.ts';

/** What a channel says of its light, µm. */
interface Channel {
  laser: number | null;
  readonly excitation: number | null;
  readonly emission: number | null;
}

/** Channels whose wavelengths differ by more than this are not lit by one laser. */
const SAME_LIGHT = 0.02;

/**
 * Pixel size and wavelength of the first image in OME-XML (Open Microscopy Environment; the schemas' own units are µm for
 * a pixel and nm for light where none is written).
 */
export function fromOmeXml(text: string): StatedRig {
  if (!/<(?:\w+:)?OME[\s>]/.test(text.slice(0, 4096))) return nothingStated;
  const lasers = new Map<string, number>();
  const channels: Channel[] = [];
  let pixelSize: StatedSize | null = null;
  let images = 0;
  for (const tag of startTags(text)) {
    const laser = tag.name === 'Laser' ? wavelengthUm(tag, 'Wavelength') : null;
    if (laser !== null) lasers.set(tag.attributes.get('ID') ?? '', laser);
    if (tag.name === 'Image' && ++images > 1) break;
    if (images === 0) continue;
    if (tag.name === 'Pixels') pixelSize = sizeOf(tag);
    if (tag.name === 'Channel') channels.push(channelOf(tag));
    if (tag.name === 'LightSourceSettings' && channels.length > 0)
      channels.at(-1)!.laser ??=
        wavelengthUm(tag, 'Wavelength') ?? lasers.get(tag.attributes.get('ID') ?? '') ?? null;
  }
  return { pixelSize, wavelength: lightOf(channels, [...lasers.values()]) };
}

function sizeOf({ attributes }: StartTag): StatedSize | null {
  const along = (axis: 'X' | 'Y') =>
    lengthUm(attributes.get(`PhysicalSize${axis}`), attributes.get(`PhysicalSize${axis}Unit`) ?? 'µm');
  const [x, y] = [along('X'), along('Y')];
  return x === null ? null : { x_um: x, y_um: y ?? x, source: 'OME-XML' };
}

function wavelengthUm({ attributes }: StartTag, name: string): number | null {
  return lengthUm(attributes.get(name), attributes.get(`${name}Unit`) ?? 'nm');
}

function channelOf(tag: StartTag): Channel {
  const [excitation, emission] = ['Excitation', 'Emission'].map((kind) =>
    wavelengthUm(tag, `${kind}Wavelength`),
  );
  return { laser: null, excitation: excitation!, emission: emission! };
}

/** The light of all channels, if it is the same: of each what makes it rather than what is seen of it. */
function lightOf(channels: readonly Channel[], lasers: readonly number[]): StatedWavelength | null {
  const stated = channels.flatMap(({ laser, excitation, emission }) => {
    if (laser !== null) return { um: laser, source: 'OME-XML, its laser' };
    if (excitation !== null) return { um: excitation, source: 'OME-XML, the channel’s excitation' };
    return emission === null ? [] : { um: emission, source: 'OME-XML, the channel’s emission' };
  });
  const [first] = stated;
  if (!first) return lasers.length === 1 ? { um: lasers[0]!, source: 'OME-XML, its laser' } : null;
  return stated.every(({ um }) => Math.abs(um / first.um - 1) <= SAME_LIGHT) ? first : null;
}
