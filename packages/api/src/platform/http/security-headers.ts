import type { FastifyInstance } from 'fastify';
import { listNetworkOrigins } from '../addresses/machine-addresses.ts';
import { type Config, getProductUrl } from '../config/read-config.ts';

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns the origins whose pages may call the API: that of the public URL, and its aliases when it is a loopback
 * address. A request without an origin does not come from a page.
 */
function getAllowedOrigins(publicUrl: string): readonly string[] {
  const url = new URL(publicUrl);
  if (!loopback.includes(url.hostname)) return [url.origin];
  return loopback.map((host) => {
    const alias = new URL(url);
    alias.hostname = host;
    return alias.origin;
  });
}

/**
 * Returns the origins whose pages may call the product. Without a public URL these are also the machine's own addresses,
 * if the server listens on all of them. Pages of such an origin come from this server.
 */
export function getProductOrigins(config: Config): readonly string[] {
  const origins = getAllowedOrigins(getProductUrl(config));
  return config.publicUrl === null ? [...origins, ...listNetworkOrigins(config)] : origins;
}

export function isForeignOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin !== undefined && !allowed.includes(origin);
}

/** Other origins a page may use. */
export interface PageOrigins {
  /** Origins the page may show in frames. */
  readonly frames: readonly string[];
  /** Origins the page may send to. */
  readonly connects: readonly string[];
  /** Origins that may frame the page. */
  readonly framedBy: readonly string[];
}

/** Builds the content security policy of the application's page. Scripts and styles come only from our own files. */
export function buildContentPolicy(reach: PageOrigins): string {
  return Object.entries({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...reach.connects].join(' '),
    'worker-src': "'self' blob:",
    'frame-src': ["'self'", ...reach.frames].join(' '),
    // Our own pages may frame each other, and the builder may frame the preview; nothing else may.
    'frame-ancestors': ["'self'", ...reach.framedBy].join(' '),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/** Policy for responses that are no pages: nothing is executed or framed. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'";

const always = {
  'x-content-type-options': 'nosniff',
  // URLs can contain one-time tokens.
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
};

/** Adds missing headers to every response, so that a route can set its own frame rules or policy. */
export function addSecurityHeaders(
  fastify: FastifyInstance,
  { isHttps, hstsSubdomains }: { readonly isHttps: boolean; readonly hstsSubdomains: boolean },
): void {
  const stay = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
  const headers = Object.entries({ ...always, ...(isHttps ? { 'strict-transport-security': stay } : {}) });
  // A callback, because a promise per request would cost more than the work itself.
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', inertPolicy);
    done();
  });
}
