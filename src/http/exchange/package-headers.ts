import type { ArchivedPackage } from '../../services/archive/storage.ts';

/** Documents the headers that tell which package it is. */
export const packageIdentity = {
  'Evidence-Report-Id': { type: 'string', description: 'identifier of the result' },
  'Archive-Id': { type: 'string', description: 'identifier of the archived package' },
};

/** Documents {@link sunsetOf}. */
export const sunset = {
  Sunset: {
    type: 'string',
    description:
      'of a result without an account, where the service keeps such for some days: when it goes at the latest',
  },
};

const DAY_MS = 24 * 3_600_000;

/** When a result without an account goes at the latest (RFC 8594). @param days null: nothing expires */
export function sunsetOf(
  { requester, created_at }: ArchivedPackage,
  days: number | null,
): Record<string, string> {
  if (requester !== 'public' || days === null) return {};
  return { sunset: new Date(Date.parse(created_at) + days * DAY_MS).toUTCString() };
}

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

function packageEtag({ sha256 }: ArchivedPackage): string {
  return `"${sha256}"`;
}

/** Where the bytes of a result can be fetched again: with the account's key, or without any. */
export function packagePath({ evidence_report_id, requester }: ArchivedPackage): string {
  const path = `/results/${evidence_report_id}/package`;
  return requester === 'public' ? `/public${path}` : path;
}
