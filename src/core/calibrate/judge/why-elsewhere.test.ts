import { expect, it } from 'vitest';
import { whyElsewhere } from './why-elsewhere.ts';

it('refuses a range beyond which the drawing fits far better, and says where', () => {
  const range = { from_um: 2330, to_um: 1831 };
  expect(whyElsewhere({ explained: 0.973 }, range, null)).toBeNull();
  expect(whyElsewhere({ explained: 0.973 }, range, 1505)).toMatch(
    /^The best fit lies at 1\.505 mm; 1\.831 to 2\.330 mm were .* explains 97\.3 % of the frame/,
  );
});
