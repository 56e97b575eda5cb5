/** The imports of what is made as Node.js takes them that only strips types. */
export default {
  input: process.env.OPENAPI,
  output: { path: process.env.GENERATED, importFileExtension: '.ts', clean: true },
  logs: { level: 'silent' },
};
