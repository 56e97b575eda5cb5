/** As long as mail allows; bounds keep the search short in texts that are made to make it long. */
const LOCAL = String.raw`(?:"[^"\s@]+(?: [^"\s@]+){0,8}"|[\p{L}\p{N}][\p{L}\p{N}\p{M}.!#$%&'*+/=?^_{|}~-]{0,63}|[!#$%&*+=?^_{|}~-]{1,8}[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_{|}~-]{0,63})`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
/** Ends of domains have letters, which tells them from measured values after an @. */
const TOP = String.raw`(?:xn--[a-z0-9-]+|[\p{L}][\p{L}\p{M}]+)`;

/** `ada@example.org`, also `ada @ example.org`, `ada[at]example.org` and `ada (at) example (dot) org` */
const AT = String.raw`(?: ?[@＠] ?| ?[\[({<] ?(?:at|@|ät|arroba) ?[\])}>] ?)`;
const DOT = String.raw`(?:[.。．]| ?[\[({<] ?(?:dot|punkt|punto|point|\.) ?[\])}>] ?)`;
const WRITTEN = `${LOCAL}${AT}(?:(?:${LABEL}${DOT}){1,8}${TOP}|\\[[0-9a-f.:]+\\])`;

/** `ada at example dot org`: words, so only with an end that is no word of a sentence */
const SPOKEN_TOP =
  'com|org|net|edu|gov|info|io|dev|ac|uk|de|fr|es|nl|ch|eu|pl|ru|cn|jp|kr|br|au|ca|us|se|dk|fi';
const SPOKEN = `${LOCAL} at (?:${LABEL}(?: dot |\\.)){0,8}${LABEL} dot (?:${SPOKEN_TOP})(?![\\p{L}\\p{N}])`;

const ADDRESS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WRITTEN}|${SPOKEN})`, 'giu');

/** What comes at the end of file names such as `phase@2x.png`. */
const FILE_NAME = /\.(png|jpe?g|tiff?|gif|svg|npy|npz|h5|hdf5|csv|pdf|json)$/i;

export function replaceEmails(text: string): string {
  return text.replaceAll(ADDRESS, (found) => (FILE_NAME.test(found) ? found : '[email]'));
}
