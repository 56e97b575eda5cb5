import { createHash } from 'node:crypto';
import { mintId } from '../mint-id.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Summary } from './summary.ts';
import type { Storage } from './storage.ts';
import type { NewPackage } from './store-package.ts';

/** A package of a few bytes that no reconstruction made. */
export function smallPackage(zip = [new Uint8Array([1, 2]), new Uint8Array([3, 4, 5, 6])]): NewPackage {
  const created = new Date('2026-01-01T00:00:00Z');
  return {
    evidence_report_id: mintId('evr', created),
    archive_id: mintId('arc', created),
    created_at: created.toISOString(),
    ...{ requester: 'public', run_id: null, profile_id: null, holography_mode: 'off-axis' },
    input_sha256: 'a'.repeat(64),
    sha256: createHash('sha256').update(Buffer.concat(zip)).digest('hex'),
    bytes: Buffer.concat(zip).length,
    summary: { width_px: 1, parameters_used: {} } as Summary,
    zip,
  };
}

/** Everything that is stored and that no sweep should leave behind a failure. */
export async function leftovers({ store, blobs }: Storage): Promise<Record<string, readonly string[]>> {
  const keysIn = async (table: 'unpublished_blobs' | 'blob_removals' | 'packages') =>
    (await store.read().selectFrom(table).select('blob_key').execute()).map(({ blob_key }) => blob_key);
  const stored = await listed(blobs, 'archive');
  const [unpublished, removals] = [await keysIn('unpublished_blobs'), await keysIn('blob_removals')];
  return { packages: await keysIn('packages'), stored, unpublished, removals };
}

/** The keys in a folder of blobs. */
export async function listed(blobs: Blobs, folder: Parameters<Blobs['list']>[0]): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of blobs.list(folder)) keys.push(key);
  return keys;
}

/** The same blobs with another way to put them. */
export const withPut = (blobs: Blobs, put: Blobs['put']): Blobs => withOwn(blobs, { put });

/** The same blobs with another way to read them. */
export const withRead = (blobs: Blobs, read: Blobs['read']): Blobs => withOwn(blobs, { read });

/** The same blobs with another way to delete them. */
export const withDelete = (blobs: Blobs, own: Blobs['delete']): Blobs => withOwn(blobs, { delete: own });

function withOwn(blobs: Blobs, own: Partial<Blobs>): Blobs {
  return new Proxy(blobs, {
    get(target, name) {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
