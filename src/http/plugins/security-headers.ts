/** Nothing comes from another host; pictures may be made in the page, and Swagger UI writes styles. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  // the page computes with the same kernels as the service, in a worker
  "script-src 'self' 'wasm-unsafe-eval'",
  "script-src-attr 'none'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join(';');

/**
 * What Helmet sends, but for Strict-Transport-Security, which is for whoever does TLS, and upgrade-insecure-requests: the
 * service may be reached without TLS on its own machine.
 */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
} as const;

/** What speaks of pages alone: the window that one has, its links, and what browsers of old did with one. */
export const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;
