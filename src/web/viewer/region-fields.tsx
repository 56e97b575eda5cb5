import { useId } from 'preact/hooks';
import { nameOfRegion, withRegion, type Region } from './marks-on-map.ts';
import { NumberInput } from './number-field.tsx';
import type { ShownMap } from './shown-map.ts';
import { MOST_NAME } from './view-address.ts';

interface AddRegionProps {
  readonly map: ShownMap;
  readonly regions: readonly Region[];
  readonly onChange: (regions: readonly Region[]) => void;
}

/** For who works by keyboard. */
export function AddRegion({ map: { rows, cols }, regions, onChange }: AddRegionProps) {
  const added = withRegion(regions, {
    ...{ x: regions.length % 2 === 0 ? 0 : cols >> 1, y: 0 },
    ...{ width: Math.max(1, cols >> 2), height: Math.max(1, rows >> 2) },
  });
  const name = nameOfRegion(added.at(-1)!, regions.length);
  return (
    <button type="button" onClick={() => onChange(added)} data-control={`add-region-${name.toLowerCase()}`}>
      Add region {name}
    </button>
  );
}

const BOX = ['x', 'y', 'width', 'height'] as const;
const PLACE = ['x', 'y'] as const;

interface RegionFieldsProps {
  readonly index: number;
  readonly map: ShownMap;
  readonly region: Region;
  /** null: it goes */
  readonly onChange: (region: Region | null) => void;
}

/** What a region is called, and where it lies. */
export function RegionFields({ index, map: { rows, cols }, region, onChange }: RegionFieldsProps) {
  const id = useId();
  const name = nameOfRegion(region, index);
  const most = {
    x: cols - region.width,
    y: rows - region.height,
    width: cols - region.x,
    height: rows - region.y,
  };
  const rename = (text: string) => {
    const { name: _, ...rest } = region;
    const next = text.trim().slice(0, MOST_NAME);
    onChange(next === '' ? rest : { ...rest, name: next });
  };
  return (
    <fieldset class="number-fields">
      <legend>Region {name}</legend>
      <div class="number-field long-field">
        <label for={id}>Name</label>
        <input
          id={id}
          type="text"
          value={name}
          maxLength={MOST_NAME}
          onChange={(event) => rename(event.currentTarget.value)}
          data-control={`name-${index + 1}`}
        />
      </div>
      {!region.points &&
        (region.shape === 'point' ? PLACE : BOX).map((field) => (
          <NumberInput
            key={field}
            label={field}
            unit="px"
            value={region[field]}
            min={field === 'x' || field === 'y' ? 0 : 1}
            max={most[field]}
            step={1}
            onChange={(value) => onChange({ ...region, [field]: Math.round(value) })}
          />
        ))}
      <button type="button" onClick={() => onChange(null)}>
        Remove {name}
      </button>
    </fieldset>
  );
}
