import { describe, expect, it } from 'vitest';
import { parseS3Url } from './s3-location.ts';

describe('parseS3Url', () => {
  it.each([
    ['s3://bucket', { bucket: 'bucket', prefix: '', region: 'us-east-1' }],
    ['s3://bucket/', { bucket: 'bucket', prefix: '', region: 'us-east-1' }],
    [
      's3://my.bucket-1/a/b/?region=eu-west-1',
      { bucket: 'my.bucket-1', prefix: 'a/b/', region: 'eu-west-1' },
    ],
    [
      's3://bucket/a?endpoint=https%3A%2F%2Fminio.example.org%3A9000',
      { bucket: 'bucket', prefix: 'a/', region: 'us-east-1', endpoint: 'https://minio.example.org:9000' },
    ],
    [
      's3://bucket?endpoint=http://127.0.0.1:9000&region=x',
      { bucket: 'bucket', prefix: '', region: 'x', endpoint: 'http://127.0.0.1:9000' },
    ],
  ])('reads %s', (text, location) => {
    expect(parseS3Url(text)).toEqual(location);
  });

  it.each([
    ['bucket/prefix', 'must be an address'],
    ['https://bucket/prefix', 'must begin with s3://'],
    ['s3:///prefix', 'names no bucket'],
    ['s3://key:secret@bucket', 'AWS_SECRET_ACCESS_KEY'],
    ['s3://bucket?endpoint=minio:9000', 'has an endpoint'],
    ['s3://bucket?endpoint=', 'has an endpoint'],
    ['s3://bucket?pathstyle=1', 'not pathstyle'],
  ])('refuses %s', (text, message) => {
    expect(() => parseS3Url(text)).toThrow(message);
  });
});
