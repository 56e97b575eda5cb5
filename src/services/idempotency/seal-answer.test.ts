import { expect, it } from 'vitest';
import { keyDigest, openAnswer, requestMark, sealAnswer, sealedBytes } from './seal-answer.ts';

const secret = { key: 'key', requestDigest: 'digest' };

it('opens with the same key and request only', () => {
  const sealed = sealAnswer('answer µ', secret);
  expect(openAnswer(sealed, secret)).toBe('answer µ');
  expect(sealedBytes('answer µ')).toBe(sealed.length);
  expect(() => openAnswer(sealed, { ...secret, key: 'kez' })).toThrow();
  expect(() => openAnswer(sealed, { ...secret, requestDigest: 'digesu' })).toThrow();
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 20]! ^= 1;
  expect(() => openAnswer(bytes.toString('base64'), secret)).toThrow();
});

it('is another text every time', () => {
  expect(sealAnswer('answer', secret)).not.toBe(sealAnswer('answer', secret));
});

it('marks the same request differently under another key', () => {
  expect(requestMark(secret)).not.toBe(requestMark({ ...secret, key: 'other' }));
  expect(keyDigest(secret)).toBe(keyDigest({ ...secret, requestDigest: 'other' }));
});
