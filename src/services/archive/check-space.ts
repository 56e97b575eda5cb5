import type { Blobs } from '../ports/blobs.ts';
import { RoomIsReserved } from '../ports/storage-unavailable.ts';

/**
 * Whether somebody without an account may store something more: the rest of a disk that is nearly full belongs to accounts.
 * @param reservePercent of the disk
 * @throws RoomIsReserved
 */
export async function checkSpaceForPublic(blobs: Blobs, reservePercent: number): Promise<void> {
  const space = reservePercent === 0 ? null : await blobs.space();
  if (space === null || space.freeBytes * 100 >= space.sizeBytes * reservePercent) return;
  throw new RoomIsReserved('The disk is nearly full, and what is left of it is for accounts.');
}
