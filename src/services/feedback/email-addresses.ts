/** As long as mail allows; bounds keep the search short in texts that are made to make it long. */
const LOCAL = String.raw`(?:"[^"\s@]+(?: [^"\s@]+){0,8}"|[\p{L}\p{N}][\p{L}\p{N}\p{M}.!#$%&'*+/=?^_{|}~-]{0,63}?|[!#$%&*+=?^_{|}~-]{1,8}[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_{|}~-]{0,63}?)`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
/** Ends of domains have letters, which tells them from measured values after an @. */
const TOP = String.raw`(?:xn--[a-z0-9-]+|[\p{L}][\p{L}\p{M}]+)`;
const END = String.raw`(?![\p{L}\p{N}])`;
const SPACE = String.raw`[ \t]`;

/** Ends that are no words of a sentence; those that are count after a dot that was not said but written. */
const SAID_TOP =
  'com|org|net|edu|gov|info|io|dev|ac|uk|de|fr|es|nl|ch|eu|pl|ru|cn|jp|kr|br|au|ca|us|se|dk|fi|cz|pt|gr|hu|ie|nz|il|sg|mx|ar';
const KNOWN_TOP = `${SAID_TOP}|it|at|be|no|in`;
/** hosts that are called without theirs */
const KNOWN_HOST = 'gmail|googlemail|hotmail|outlook|yahoo|icloud|protonmail|gmx|yandex';

const SIGN = String.raw`(?:\\?[@＠﹫]|&#0*64;|&#x0*40;|&commat;|%40)`;
/** Words that are said for the sign and for nothing else. */
const SIGN_WORDS = 'arroba|arrobas|chiocciola|arobase|klammeraffe|at[- ]sign|собака|małpa|apenstaartje';
/** `ada@example.org`, also `ada @ example.org`, `ada[at]example.org`, `ada-at-example.org` and `ada arroba …` */
const AT =
  `(?:${SPACE}?${SIGN}${SPACE}?|${SPACE}?[\\[({<]${SPACE}?(?:at|ät|${SIGN}|${SIGN_WORDS})${SPACE}?[\\])}>]${SPACE}?` +
  `|${SPACE}?[-_*]at[-_*]${SPACE}?|${SPACE}(?:${SIGN_WORDS})${SPACE})`;
const DOT_WORDS = 'dot|punkt|punto|ponto|point|точка|kropka|punt';
const DOT = `(?:${SPACE}?[.。．‧]|${SPACE}[.]${SPACE}|${SPACE}?[\\[({<]${SPACE}?(?:${DOT_WORDS}|\\.)${SPACE}?[\\])}>]${SPACE}?)`;
const SAID_DOT = `(?:${SPACE}(?:${DOT_WORDS})${SPACE}|${SPACE}?[-_*]dot[-_*]${SPACE}?)`;
const DOMAIN =
  `(?:(?:${LABEL}${DOT}){1,8}${TOP}|(?:${LABEL}(?:${DOT}|${SAID_DOT})){0,8}${LABEL}${SAID_DOT}(?:${SAID_TOP})${END}` +
  `|(?:${KNOWN_HOST})${END}|\\[[0-9a-f.:]+\\])`;
const WRITTEN = `${LOCAL}(?:${AT}${DOMAIN}){1,4}`;

/** `ada at example dot org`: words, so only with an end that is no word of a sentence */
const NAME = `${LOCAL}(?:${SPACE}(?:dot|underscore|dash|hyphen)${SPACE}${LABEL}){0,3}`;
/** What else is at an address of the web. */
const NO_NAME =
  'look(?:ed|ing)?|see[n]?|find|found|is|are|was|were|be|it|them|this|that|these|those|here|there|available|hosted|published|posted|' +
  'data|code|docs?|documentation|pages?|(?:web)?sites?|servers?|service|repo(?:sitory)?|software|version|download(?:ed|s)?|read|' +
  'described|shown|listed|explained|running|works?|up|live|stored|files?|results?|us|me|more|examples?|manual|paper|link|checked?';
const SPOKEN =
  `${NAME}${SPACE}at${SPACE}(?:(?:${LABEL}(?:${SAID_DOT}|\\.)){0,8}${LABEL}${SAID_DOT}(?:${SAID_TOP})|(?:${KNOWN_HOST}))${END}` +
  `|(?!(?:${NO_NAME})${SPACE})${NAME}${SPACE}at${SPACE}(?:${LABEL}\\.){1,8}(?:${KNOWN_TOP})${END}`;

/** `root@localhost`, and `ada(a)example.org`: a letter in brackets is also the part of a figure, so with known ends only */
const SHORT = `${LOCAL}(?:@localhost|\\(a\\)(?:${LABEL}\\.){1,8}(?:${KNOWN_TOP}))${END}`;

const ADDRESS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WRITTEN}|${SPOKEN}|${SHORT})`, 'giu');

/** What comes at the end of file names such as `phase@2x.png`. */
const FILE_NAME = /\.(png|jpe?g|tiff?|gif|svg|bmp|npy|npz|h5|hdf5|mat|csv|pdf|json)$/i;

export function replaceEmails(text: string): string {
  return text.replaceAll(ADDRESS, (found) => (FILE_NAME.test(found) ? found : '[email]'));
}
