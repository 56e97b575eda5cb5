import { describe, it } from 'vitest';
import { expectNoiseKnown, exposures, fringes } from './normalise-inline.fixture.ts';

describe.each(fringes)('noise %s', (_, object) => {
  it.each(exposures)('of %i electrons at %i bit is known to 10 %%', (photoelectrons, bit_depth) =>
    expectNoiseKnown(object, photoelectrons, bit_depth),
  );
});
