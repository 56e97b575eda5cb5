import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An S3-compatible store in this very process, with one bucket and its objects in a temporary folder. */
export interface S3Server {
  readonly port: number;
  readonly bucket: string;
  /** what a program needs in its environment to be let in */
  readonly credentials: { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string };
  /** the ARCHIVE_URL of a place in it that nobody else uses; a proxy can stand in its port's stead */
  url(port?: number): string;
  stop(): Promise<void>;
}

const BUCKET = 'leith';
/** The only account that s3rver knows. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** Starts a store and puts its credentials into this process's environment, or tells why there is none. */
export async function startS3(): Promise<S3Server | null> {
  const S3rver = await import('s3rver').then(
    (module) => module.default,
    () => null,
  );
  if (!S3rver) {
    console.warn('The package s3rver is not installed: what needs an S3 store is skipped.');
    return null;
  }
  const directory = mkdtempSync(join(tmpdir(), 'leith-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  Object.assign(process.env, CREDENTIALS);
  let places = 0;
  return {
    port,
    bucket: BUCKET,
    credentials: CREDENTIALS,
    url(at = port) {
      const endpoint = encodeURIComponent(`http://127.0.0.1:${at}`);
      return `s3://${BUCKET}/place-${++places}?endpoint=${endpoint}`;
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
