// Everything the compiled module exports. One file per physical or numerical idea; TypeScript calls them through
// `src/core/kernel`.
export * from './memory';
