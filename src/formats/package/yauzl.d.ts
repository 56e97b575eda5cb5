// The part of yauzl that the tests of the package use; its npm package carries no types.
declare module 'yauzl' {
  interface Entry {
    readonly fileName: string;
  }
  interface Archive {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<AsyncIterable<Uint8Array>>;
  }
  const yauzl: { fromBufferPromise(zip: Uint8Array): Promise<Archive> };
  export default yauzl;
}
