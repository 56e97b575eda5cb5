import { S3ServiceException } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { isAbsent, isFleeting } from './s3-errors.ts';

const answered = (httpStatusCode: number, name = 'Error') =>
  new S3ServiceException({ name, $fault: 'server', $metadata: { httpStatusCode } });

describe('an error of a store', () => {
  it.each([
    [500, true],
    [503, true],
    [429, true],
    [499, false],
    [403, false],
    [404, false],
  ])('with status %i may pass at once: %s', (status, fleeting) => {
    expect(isFleeting(answered(status))).toBe(fleeting);
  });

  it.each([
    ['ECONNRESET', true],
    ['EPIPE', true],
    ['ECONNREFUSED', false],
  ])('%s may pass at once: %s', (code, fleeting) => {
    expect(isFleeting(Object.assign(new Error('no'), { code }))).toBe(fleeting);
  });

  it('says that there is no such object, and not where there is no such bucket', () => {
    expect(isAbsent(answered(404))).toBe(true);
    expect(isAbsent(answered(404, 'NoSuchBucket'))).toBe(false);
    expect(isAbsent(answered(403))).toBe(false);
    expect(isAbsent(new Error('404'))).toBe(false);
  });
});
