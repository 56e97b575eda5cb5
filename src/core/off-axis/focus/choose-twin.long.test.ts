import { describe, it } from 'vitest';
import { distances, expectFocus, expectOwnTwin, kinds } from './choose-twin.fixture.ts';

it.each(['beads', 'cells', 'phase-steps', 'absorbing-chart', 'star', 'mixed'] as const)(
  'the twin that focuses is the object’s own at ±z, wherever its carrier points: %s',
  (kind) => expectOwnTwin(kind, 256),
);

describe('focus over a range', () => {
  it.each(kinds.flatMap((kind) => distances.map((z) => [kind, z] as const)))(
    'finds %s at %f mm within a quarter of the depth of field',
    (kind, z) => expectFocus(kind, z, 320),
  );
});
