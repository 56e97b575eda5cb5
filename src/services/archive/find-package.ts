import { isId } from '../mint-id.ts';
import type { ArchivedPackage, PackageArchive } from '../ports/package-archive.ts';

/** The package of an account-free result, or null. Whoever knows the identifier may have it: it can't be guessed. */
export async function findPublicPackage(
  archive: PackageArchive,
  evidenceReportId: string,
): Promise<ArchivedPackage | null> {
  if (!isId('evr', evidenceReportId)) return null;
  const entry = await archive.find(evidenceReportId);
  return entry?.requester === 'public' ? entry : null;
}
