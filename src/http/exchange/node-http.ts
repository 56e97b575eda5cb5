/**
 * What the service needs of `node:http`. An import would read all that the module exports, also what Node loads only when
 * it is asked for: its client for the web, which takes a fifteenth of a start.
 */
export const { createServer: createHttpServer, STATUS_CODES } = process.getBuiltinModule('node:http');
