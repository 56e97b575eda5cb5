/**
 * Text that every database keeps as it is: without NUL, and without half of a surrogate pair. For a schema's `regex`;
 * in the API document it stands as a pattern.
 */
export const STORABLE_TEXT = /^[^\u0000\ud800-\udfff]*$/u;

export const NOT_STORABLE = 'holds NUL or half of a surrogate pair, which are no characters';
