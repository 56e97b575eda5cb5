import { expect, it } from 'vitest';
import { autofocusSettings } from '../../focus/autofocus-settings.ts';
import { isOpen } from './choose-twin.ts';

it.each([
  ['less than a tenth is as good as nothing, however sure it is', 0.09, 0, true],
  ['more is something', 0.11, 0, false],
  ['it stands out of its own error', 0.14, 1, true],
  ['beyond 0.15 it is plain, whatever its error', 0.16, 1, false],
])('which of two twins is sharper: %s', (_, margin, error, open) => {
  expect(isOpen(margin, error, autofocusSettings)).toBe(open);
});
