import type { FastifyInstance } from 'fastify';

/** What a page may reach besides this server, as origins. */
export interface Reach {
  /** Pages it may show in frames. */
  readonly frames: readonly string[];
  /** Servers it may send to. */
  readonly connects: readonly string[];
  /** Whose pages may put it into a frame. */
  readonly framedBy: readonly string[];
}

/** What the application's page may do. Scripts and styles come from our own files only. */
export function contentPolicy(reach: Reach): string {
  return Object.entries({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...reach.connects].join(' '),
    'worker-src': "'self' blob:",
    'frame-src': ["'self'", ...reach.frames].join(' '),
    // Our own pages can be embedded in one another; the preview also in the builder, and nothing in anybody else's.
    'frame-ancestors': ["'self'", ...reach.framedBy].join(' '),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/** For answers that are no page: nothing in them ever runs or is framed. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'";

const always = {
  'x-content-type-options': 'nosniff',
  // Addresses can carry one-time tokens.
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
};

/** Adds to every answer what it did not set itself, so that a route can widen its own frame rules or policy. */
export function addSecurityHeaders(
  fastify: FastifyInstance,
  { isHttps, hstsSubdomains }: { readonly isHttps: boolean; readonly hstsSubdomains: boolean },
): void {
  const stay = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
  const headers = Object.entries({ ...always, ...(isHttps ? { 'strict-transport-security': stay } : {}) });
  // By a callback: a promise for every request costs more than what is done here.
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', inertPolicy);
    done();
  });
}
