import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Description of the bodies that a route accepts, for callers that used another method. */
    readonly accepts?: string;
  }
}

/** Methods of a path, and what its route accepts. */
export interface KnownPath {
  readonly methods: readonly string[];
  readonly accepts: string | null;
}

/** Returns the methods of a request's path; null if no route has the path. */
export type FindPath = (request: Pick<FastifyRequest, 'url'>) => KnownPath | null;

/** Records the paths of all routes registered later. Paths that end in a wildcard are not recorded. */
export function recordPaths(fastify: FastifyInstance): FindPath {
  const fixed = new Map<string, KnownPath>();
  const patterns = new Map<string, { readonly form: RegExp; readonly known: KnownPath }>();
  fastify.addHook('onRoute', ({ url, method, config }) => {
    if (url.includes('*')) return;
    const before = fixed.get(url) ?? patterns.get(url)?.known;
    const known = {
      methods: [...new Set([...(before?.methods ?? []), method].flat())],
      accepts: config?.accepts ?? before?.accepts ?? null,
    };
    if (!url.includes(':')) return void fixed.set(url, known);
    const form = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')));
    patterns.set(url, { form: new RegExp(`^${form.join('/')}$`), known });
  });
  return ({ url }) => {
    const path = pathOf(url);
    return fixed.get(path) ?? [...patterns.values()].find(({ form }) => form.test(path))?.known ?? null;
  };
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
