import { expect, it } from 'vitest';
import { nothingFound, type Seen } from './nothing-found.ts';
import { sidebandSettings } from './sideband-settings.ts';

it('names a place that was looked at twice, and lacks the same, once', () => {
  const at = (x: number, value: number): Seen => ({
    carrier: { x, y: 0.1 },
    signalToNoise: 1,
    failed: { quantity: 'its power', value, least: 50 },
  });
  const { message } = nothingFound([at(0.2, 20), at(0.2, 20), at(0.2, 10)], sidebandSettings.proof);
  expect(message.match(/0\.2000,0\.1000/g)).toHaveLength(2);
  expect(message).toContain(
    'its power is 20 and 50 is needed; (0.2000,0.1000) cycles/px, where its power is 10',
  );
});
