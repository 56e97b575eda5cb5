import { resolve } from 'node:path';
import { BlobsOnDisk } from '../adapters/blobs-on-disk/blobs-on-disk.ts';
import type { S3Credentials } from '../adapters/blobs-s3/blobs-s3.ts';
import type { S3Location } from '../adapters/blobs-s3/s3-location.ts';
import { StorageRefused } from '../adapters/storage-refused.ts';
import type { Storage } from '../services/archive/storage.ts';
import type { Blobs } from '../services/ports/blobs.ts';
import { keepCopying } from '../services/remote-copy/keep-copying.ts';
import type { Config } from './config.ts';
import { openS3, type Log } from './storage.ts';

type RemoteConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'ARCHIVE_URL'
  | 'REMOTE_ARCHIVE_URL'
  | 'REMOTE_ARCHIVE_ACCESS_KEY_ID'
  | 'REMOTE_ARCHIVE_SECRET_ACCESS_KEY'
>;

/**
 * The store that packages are copied to, or null where there is none.
 * @throws StorageRefused where the copies would lie among the originals
 */
export async function openRemoteArchive(config: RemoteConfig): Promise<Blobs | null> {
  const { DATA_DIR, ARCHIVE_URL: archive, REMOTE_ARCHIVE_URL: remote } = config;
  if (remote === undefined) return null;
  if (typeof remote === 'string') {
    if (resolve(remote) === resolve(DATA_DIR)) throw samePlace('DATA_DIR');
    return new BlobsOnDisk(resolve(remote));
  }
  if (archive && placeOf(archive) === placeOf(remote)) throw samePlace('ARCHIVE_URL');
  return openS3(remote, credentialsOf(config));
}

/** null: none of its own */
function credentialsOf(config: RemoteConfig): S3Credentials | null {
  const { REMOTE_ARCHIVE_ACCESS_KEY_ID: accessKeyId, REMOTE_ARCHIVE_SECRET_ACCESS_KEY: secretAccessKey } =
    config;
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;
}

function placeOf({ endpoint, bucket, prefix }: S3Location): string {
  return JSON.stringify([endpoint && new URL(endpoint).href, bucket, prefix]);
}

/** To purge the copy would be to lose the package. */
function samePlace(variable: string): StorageRefused {
  return new StorageRefused(`REMOTE_ARCHIVE_URL is ${variable}: a copy has to lie somewhere else.`);
}

/** Copies packages in the background until the returned function is called; that waits for a copy that has begun. */
export async function keepReplicated(
  storage: Storage,
  config: RemoteConfig,
  log: Log,
): Promise<() => Promise<void>> {
  const remote = await openRemoteArchive(config);
  if (!remote) return async () => {};
  const controller = new AbortController();
  const { store, blobs, now } = storage;
  const copying = keepCopying({ store, blobs, remote, now }, controller.signal, (error) =>
    log.warn({ err: error }, 'packages could not be copied to the remote archive'),
  );
  return async () => {
    controller.abort();
    await copying;
    remote.close();
  };
}
