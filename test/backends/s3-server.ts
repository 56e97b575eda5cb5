import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore, StoredObject } from 's3rver';

/** An S3-compatible store with one bucket that others may use as well: each test takes a place of its own. */
export interface S3Places {
  readonly port: number;
  readonly bucket: string;
  /** what a program needs in its environment to be let in */
  readonly credentials: { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string };
  /** the ARCHIVE_URL of a place in it that nobody else uses; a proxy can stand in its port's stead */
  url(port?: number): string;
}

/** A store in this very process, with its objects in a temporary folder. */
export interface S3Server extends S3Places {
  stop(): Promise<void>;
}

const BUCKET = 'leith';
/** The only account that s3rver knows. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/**
 * In place of s3rver's own, which says that an object is there before its file is written: on a busy machine the next
 * request would find it empty.
 */
async function putWhole(
  this: ObjectStore,
  { bucket, key, content, metadata }: StoredObject,
): Promise<{ size: number; md5: string }> {
  const path = this.getResourcePath(bucket, key, 'object');
  mkdirSync(dirname(path), { recursive: true });
  const hash = createHash('md5');
  let size = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(Buffer.isBuffer(content) ? [content] : content, measured, createWriteStream(path));
  const md5 = hash.digest('hex');
  await this.putMetadata(bucket, key, metadata, md5);
  return { size, md5 };
}

/** The places of the store at this port. Puts its credentials into the environment of this process, or thread. */
export function placesAt(port: number): S3Places {
  Object.assign(process.env, CREDENTIALS);
  return {
    port,
    bucket: BUCKET,
    credentials: CREDENTIALS,
    url(at = port) {
      const endpoint = encodeURIComponent(`http://127.0.0.1:${at}`);
      return `s3://${BUCKET}/place-${randomBytes(8).toString('hex')}?endpoint=${endpoint}`;
    },
  };
}

/** Starts a store, or tells why there is none. */
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
  server.store.putObject = putWhole;
  const { port } = await server.run();
  return {
    ...placesAt(port),
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
