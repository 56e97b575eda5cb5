import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';

/** Whether the store said that there is no such object. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name !== 'NoSuchBucket' && statusOf(error) === 404;
}

/** Whether doing it again at once may help: the store faltered, but it did answer or hang up. */
export function isFleeting(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || status === 429;
  return ['ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown } | null)?.code));
}

/** Everything that a store answers or doesn't is out of the requester's hands, wrong credentials included. */
export function unavailable(cause: unknown): StorageUnavailable {
  return new StorageUnavailable('The store for packages does not answer as it should.', { cause });
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}
