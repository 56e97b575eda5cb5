import { formatValue, formatWithSigma } from './format-value.ts';
import { angleBetween, between, measureLine, widthAtHalfHeight, type LineProfile } from './line-profile.ts';
import type { Line } from './marks-on-map.ts';
import type { ShownMap } from './shown-map.ts';

interface ProfileLengthsProps {
  readonly map: ShownMap;
  readonly lines: readonly Line[];
  readonly profiles: readonly LineProfile[];
  /** µm, of the two cursors */
  readonly cursors: readonly [number, number];
}

/** How long each line is, which way it goes, what lies between the cursors, and the angle of the first two. */
export function ProfileLengths({ map, lines, profiles, cursors }: ProfileLengthsProps) {
  const [first, second] = lines;
  return (
    <ul class="lengths">
      {profiles.map((profile, i) => {
        const { lengthUm, angleDeg } = measureLine(lines[i]!, map.pixelSizeUm);
        return (
          <li key={i} data-length={i + 1}>
            {profiles.length > 1 && `${i + 1}: `}
            {`${formatValue(lengthUm)} µm long, at ${formatValue(angleDeg)}°`}
            {!map.cyclic && betweenWords(map, profile, cursors)}
          </li>
        );
      })}
      {first && second && (
        <li data-length="angle">
          {`Between 1 and 2: ${formatValue(angleBetween(first, second, map.pixelSizeUm))}°`}
        </li>
      )}
    </ul>
  );
}

function betweenWords(map: ShownMap, profile: LineProfile, [from, to]: readonly [number, number]): string {
  const part = between(profile, from, to);
  if (part.value.length < 2) return '';
  const width = widthAtHalfHeight(part);
  const last = part.value.length - 1;
  const rise = part.value[last]! - part.value[0]!;
  const sigma = Math.hypot(part.sigma[0]!, part.sigma[last]!);
  const long = part.distanceUm[last]! - part.distanceUm[0]!;
  return [
    `; between the cursors ${formatValue(long)} µm, `,
    `${formatWithSigma(rise, sigma, map.unit)} from the first to the second`,
    width === null ? '' : `, ${formatValue(width)} µm wide at half height`,
  ].join('');
}
