import type { Limits } from '../../formats/preview/robust-limits.ts';
import { ticks } from '../../formats/preview/ticks.ts';
import { formatValue } from './format-value.ts';
import { colourStops, type ColourName } from '../colour/colour-maps.ts';

interface ColourBarProps {
  readonly colours: ColourName;
  readonly range: Limits;
  readonly unit: string;
  readonly title: string;
}

const MOST_TICKS = 8;

/** Which colour is which value. */
export function ColourBar({ colours, range, unit, title }: ColourBarProps) {
  const gradient = `linear-gradient(to top, ${colourStops(colours, 32).join(', ')})`;
  return (
    <figure
      class="colour-bar"
      aria-label={`${title}: from ${formatValue(range.min)} to ${formatValue(range.max)} ${unit}`}
    >
      <figcaption>{unit || 'relative'}</figcaption>
      <div class="colour-bar-scale">
        <div class="colour-bar-colours" style={{ background: gradient }} />
        <div class="colour-bar-ticks">
          {ticks(range, MOST_TICKS).map(({ value, label }) => (
            <span key={value} style={{ bottom: `${(100 * (value - range.min)) / (range.max - range.min)}%` }}>
              {label}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}
