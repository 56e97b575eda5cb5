/** What a leaf of the log's tree says of an entry of the archive's log. Nothing in it leads to a person. */
export interface EntryLeaf {
  readonly kind: string;
  readonly archive_id: string;
  /** SHA-256 of the package */
  readonly checksum: string;
  /** of the entry in the chain, which covers all entries before it */
  readonly entry_hash: string;
  readonly seq: number;
  readonly time: string;
}

/** What a leaf says of a deletion receipt. */
export interface ReceiptLeaf {
  readonly kind: 'receipt';
  /** SHA-256 of the receipt's JSON, as it was signed */
  readonly checksum: string;
  readonly receipt_id: string;
  readonly time: string;
}

export type LogLeaf = EntryLeaf | ReceiptLeaf;

/** The bytes that are hashed: JSON in the form of RFC 8785, names sorted and no spaces. */
export function leafData(leaf: LogLeaf): Uint8Array {
  const names = Object.keys(leaf).sort() as (keyof LogLeaf)[];
  return new TextEncoder().encode(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, leaf[name]]))),
  );
}

/** null: these are not the bytes of a leaf. */
export function readLeaf(data: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const leaf = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>;
    return typeof leaf === 'object' && leaf !== null ? leaf : null;
  } catch {
    return null;
  }
}
