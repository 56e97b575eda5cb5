import { expect, it } from 'vitest';
import { mintId } from '../mint-id.ts';
import { mintSecret, readApiKey, secretDigest, writeApiKey } from './api-key.ts';

const parts = { key_id: mintId('key', new Date()), secret: mintSecret() };
const key = writeApiKey(parts);

it('is written with its id and read again', () => {
  expect(key).toMatch(new RegExp(`^leith_${parts.key_id}_[0-9a-f]{48}[0-9a-f]{8}$`));
  expect(readApiKey(key)).toEqual(parts);
});

it('is refused when any of its characters is another, missing or added', () => {
  for (let i = 0; i < key.length; i++) {
    const other = key[i] === '0' ? '1' : '0';
    expect(readApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBeNull();
    expect(readApiKey(key.slice(0, i) + key.slice(i + 1))).toBeNull();
  }
  expect(readApiKey(`${key}0`)).toBeNull();
  expect(readApiKey(key.toUpperCase())).toBeNull();
  expect(readApiKey('')).toBeNull();
});

it('has a secret of its own that its digest does not show', () => {
  const secrets = Array.from({ length: 100 }, mintSecret);
  expect(new Set(secrets).size).toBe(100);
  expect(secrets[0]!.length * 4).toBeGreaterThanOrEqual(160);
  expect(secretDigest(secrets[0]!)).not.toContain(secrets[0]!.slice(0, 8));
});
