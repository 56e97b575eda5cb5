/** What a result is called by its owner. Nothing of it is in the package, and none is kept of results without an account. */
export interface Labels {
  /** of the hologram, as it was sent */
  readonly file_name: string | null;
  readonly sample: string | null;
  readonly note: string | null;
}

export const LONGEST_SAMPLE = 200;
export const LONGEST_NOTE = 2000;

export const UNLABELLED: Labels = { file_name: null, sample: null, note: null };

/** The columns of labels: as they are, and as they are looked through. */
export function labelColumns({ file_name, sample, note }: Labels) {
  const said = [file_name, sample, note].filter((text) => text !== null);
  return { file_name, sample, note, search_text: said.length === 0 ? null : foldText(said.join('\n')) };
}

/** The same for texts that people take for the same: no database folds all letters by itself. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
