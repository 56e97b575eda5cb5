import type { FastifyRequest } from 'fastify';

/** Whether the answer will be shown as a page. Browsers, and nothing else, name XHTML when they navigate. */
export function isBrowserNavigation({ headers }: FastifyRequest): boolean {
  return (
    /\btext\/html\b/.test(headers.accept ?? '') && /\bapplication\/xhtml\+xml\b/.test(headers.accept ?? '')
  );
}
