/** A bucket, and where in it: from `s3://bucket/prefix?endpoint=https://host&region=…`. */
export interface S3Location {
  readonly bucket: string;
  /** empty, or with a slash at its end */
  readonly prefix: string;
  /** absent: Amazon's own */
  readonly endpoint?: string;
  readonly region: string;
}

/** Stores that are not Amazon's mostly ignore the region, but a signature has to name one. */
const DEFAULT_REGION = 'us-east-1';

/** @throws Error with what is wrong, in words for the operator */
export function parseS3Url(text: string): S3Location {
  if (!URL.canParse(text)) throw new Error('must be an address such as s3://bucket/prefix');
  const url = new URL(text);
  if (url.protocol !== 's3:') throw new Error('must begin with s3://');
  if (url.username !== '' || url.password !== '') {
    throw new Error('holds credentials: give them as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead');
  }
  if (url.host === '') throw new Error('names no bucket: s3://bucket/prefix');
  for (const name of url.searchParams.keys()) {
    if (name !== 'endpoint' && name !== 'region')
      throw new Error(`knows endpoint and region, but not ${name}`);
  }
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : '')) {
    throw new Error('has an endpoint that is no http:// or https:// address');
  }
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    ...(endpoint === null ? {} : { endpoint }),
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
  };
}
