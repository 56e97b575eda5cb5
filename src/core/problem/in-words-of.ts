/**
 * How a place calls what a message names: the page its fields, the command line its options and commands. Messages are
 * written once, in HTTP's terms (`z_mm`, `channel=green`, `GET /calibration/targets`), and every other place puts its own
 * in when it shows them.
 */
export interface Wording {
  /** @param value that the message asks for or speaks of; null: none in particular */
  field(name: string, value: string | null): string;
  /** what stands for an address of the API */
  address(methodAndPath: string): string;
}

/**
 * What somebody sent or named themselves is quoted, and stays as it is. Fields have names of several words, or are given a
 * value; addresses begin with their method.
 */
const TERM =
  /"(?:[^"\\…]|\\.)*["…]|“[^”]*”|\b(?:GET|POST|PUT|DELETE) (\/[\w/{}-]*[\w}])|\b([a-z]+(?:_[a-z]+)+)\b(?:=([a-z]+(?:[-_][a-z]+)*))?|\b([a-z]+)=([a-z]+(?:[-_][a-z]+)*)/g;

/** A message in the words of the place where it is read. */
export function inWordsOf(place: Wording, message: string): string {
  return message.replace(
    TERM,
    (term, path?: string, name?: string, value?: string, short?: string, its?: string) => {
      if (path !== undefined) return place.address(term);
      const field = name ?? short;
      return field === undefined ? term : place.field(field, value ?? its ?? null);
    },
  );
}

/** What one may choose from; a name of several words is quoted, so that no place takes it for a field. */
export function choicesOf(values: readonly string[]): string {
  return values.map((value) => (value.includes('_') ? `“${value}”` : value)).join(', ');
}

/** The fields and addresses that a message names in HTTP's terms. */
export function termsIn(message: string): { readonly field: string; readonly value: string | null }[] {
  const found: { field: string; value: string | null }[] = [];
  const note = (field: string, value: string | null) => {
    found.push({ field, value });
    return '';
  };
  inWordsOf({ field: note, address: (path) => note(path, null) }, message);
  return found;
}
