/** What is used of `negotiator`, which has no types of its own. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    /** those of the offered types that are accepted, the most wanted first */
    mediaTypes(offered: readonly string[]): string[];
    /** those that are accepted, the most wanted first; where two are wanted equally, as they are named */
    encodings(offered: readonly string[]): string[];
  }
}
