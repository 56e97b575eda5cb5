/**
 * The database or the blobs can't be used at the moment: disk full, connection lost, no answer in time. Nothing was
 * acknowledged; asking again later may succeed.
 */
export class StorageUnavailable extends Error {
  readonly retryAfterSeconds: number;

  /** @param detail for people: what is away, without addresses or credentials */
  constructor(
    detail: string,
    options: { readonly retryAfterSeconds?: number; readonly cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'StorageUnavailable';
    this.retryAfterSeconds = options.retryAfterSeconds ?? 5;
  }
}

/** What there is room for is for others: the storage is as it should be. */
export class RoomIsReserved extends StorageUnavailable {
  constructor(detail: string) {
    super(detail);
    this.name = 'RoomIsReserved';
  }
}
