import type { ArchivedPackage } from '../services/ports/package-archive.ts';

/** The headers that go with the bytes of a package, wherever they are sent. */
export function packageHeaders(entry: ArchivedPackage): Record<string, string> {
  return {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="leith-${entry.evidence_report_id}.zip"`,
    'evidence-report-id': entry.evidence_report_id,
    'archive-id': entry.archive_id,
    etag: packageEtag(entry),
    'repr-digest': `sha-256=:${Buffer.from(entry.sha256, 'hex').toString('base64')}:`,
    'accept-ranges': 'bytes',
    // a package never changes, but it can be deleted
    'cache-control': 'private, no-cache',
  };
}

export function packageEtag({ sha256 }: ArchivedPackage): string {
  return `"${sha256}"`;
}

/** Where the bytes of an account-free result can be fetched again. */
export function publicPackagePath({ evidence_report_id }: ArchivedPackage): string {
  return `/public/results/${evidence_report_id}/package`;
}
