/** One thing that was checked about a package. */
export interface Check {
  /** what was checked, in a few words */
  readonly name: string;
  /** null: could not be checked with what was given */
  readonly passed: boolean | null;
  readonly detail: string;
}

/** SHA-256, hexadecimal: a browser has it only as a promise. */
export type Sha256 = (bytes: Uint8Array) => Promise<string>;

export function failed(name: string, detail: string): Check {
  return { name, passed: false, detail };
}
