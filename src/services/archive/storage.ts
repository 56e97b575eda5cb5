import type { Blobs } from '../ports/blobs.ts';
import type { Row, Store } from '../ports/database.ts';

/** Where everything is kept that outlives a request. */
export interface Storage {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly now: () => Date;
  /** names this process among those that share the storage */
  readonly owner: string;
}

/** What is known of a package beside its bytes. */
export type ArchivedPackage = Omit<
  Row<'packages'>,
  'file_name' | 'sample' | 'note' | 'search_text' | 'parameters'
>;
