import { expect, it } from 'vitest';
import type { Blobs, Space } from '../ports/blobs.ts';
import { RoomIsReserved } from '../ports/storage-unavailable.ts';
import { checkSpaceForPublic } from './check-space.ts';

const blobs = (space: Space | null) => ({ space: async () => space }) as Blobs;

it('keeps the last of a disk for accounts, where it is known and something is to be kept', async () => {
  const space = { freeBytes: 50, sizeBytes: 1000 };
  await checkSpaceForPublic(blobs(space), 5);
  await checkSpaceForPublic(blobs({ ...space, freeBytes: 0 }), 0);
  await checkSpaceForPublic(blobs(null), 100);
  await expect(checkSpaceForPublic(blobs({ ...space, freeBytes: 49 }), 5)).rejects.toThrow(RoomIsReserved);
});
