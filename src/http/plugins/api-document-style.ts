/** Methods on white: its colours are too light to be read (WCAG 1.4.3). */
const METHODS = { post: '#1d7a4f', get: '#1f66b0', put: '#8a5200', delete: '#b71c1c', patch: '#0c6b5a' };

/** What is put right of the looks of Swagger UI. */
export const API_DOCUMENT_STYLE = [
  // its bar shows another project's name
  '.swagger-ui .topbar { display: none }',
  // there is one server, and its list has no name for those who hear the page
  '.swagger-ui .servers-title, .swagger-ui .servers { display: none }',
  ...Object.entries(METHODS).map(
    ([method, colour]) =>
      `.swagger-ui .opblock.opblock-${method} .opblock-summary-method { background: ${colour} }`,
  ),
  '.swagger-ui .info .title small pre { background: #444 }',
  '.swagger-ui .info .title small.version-stamp { background: #3c5a00 }',
  '.swagger-ui .info .title small.version-stamp pre { background: none }',
  '.swagger-ui .info .title small:not(.version-stamp) { background: #444 }',
  '.swagger-ui .info .link .url, .swagger-ui .info a { color: #1f66b0 }',
  '.swagger-ui .btn.authorize { border-color: #1d7a4f; color: #1d7a4f }',
  '.swagger-ui .btn.cancel { border-color: #b71c1c; color: #b71c1c }',
  '.swagger-ui .btn.execute { background: #1f66b0; border-color: #1f66b0 }',
  // nobody without a mouse could scroll an example: it is broken into lines
  '.swagger-ui .example.microlight { max-height: none; min-height: 0; overflow: visible !important; white-space: pre-wrap; overflow-wrap: anywhere }',
  '.swagger-ui .json-schema-2020-12-expand-deep-button, .swagger-ui .parameter__in { color: #505050 }',
].join('\n');
