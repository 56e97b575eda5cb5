/** What unpacks Zstandard, as a file of its own, which is fetched where it is needed. */
export { Decompress } from 'fzstd';
