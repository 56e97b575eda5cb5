import type { IncomingMessage } from 'node:http';
import { API_VERSION } from './plugins/identification.ts';
import { securityHeaders } from './plugins/security-headers.ts';

// see client-error.ts
const { ServerResponse } = process.getBuiltinModule('node:http');
const { _storeHeader: storeHeader } = ServerResponse.prototype as unknown as {
  _storeHeader(firstLine: string, headers: unknown): void;
};

const constant = Object.entries({ 'api-version': API_VERSION, ...securityHeaders });
const LINES = constant.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/**
 * Every answer carries the same security headers. Handing them to Node one by one, which checks each of them each time,
 * takes a fifth of a small request: they go in behind the status line as they are. Node has no public way to do that;
 * this one is as old as its HTTP, and the contract tests look for the headers.
 */
export class Response<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  _storeHeader(firstLine: string, headers: unknown): void {
    storeHeader.call(this, firstLine + LINES, headers);
  }
}
