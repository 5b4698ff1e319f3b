import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { embeddedOrigin } from './embedded-origin.ts';
import { readPreloads } from './preloads.ts';
import { contentPolicy, type Reach } from './security-headers.ts';

/** Paths of programs: a wrong one is answered as not found, never with the application's page. */
const notPages = /^\/(v2|hub|ingest|auth|files|dev|assets|healthz|readyz|metrics)(\/|$)/;

/** Displays at entrances have a page of their own, which old browsers can read. */
const screens = /^\/stop-n-go\/screen\/[^/]+\/?$/;

/** Where the session's cookies are kept. */
export interface CookiePlace {
  /** Their names begin with it. */
  readonly environment: string;
  /** null: of the host people open, alone. */
  readonly domain: string | null;
}

export interface WebOptions {
  /** Where the build is. */
  readonly folder: string;
  /** Origins its page may send to besides ours. */
  readonly connects: readonly string[];
  /** Whose pages may frame the preview of a page; null: nobody's. */
  readonly builderOrigin: string | null;
  readonly cookies: CookiePlace;
}

/**
 * Serves the built web application: its files as they are (the build names them by their content, so they are kept for
 * good), and its page for every address people can open.
 */
export function serveWebApplication(fastify: FastifyInstance, options: WebOptions): void {
  const { folder, connects, builderOrigin, cookies } = options;
  if (existsSync(folder)) {
    fastify.register(fastifyStatic, {
      root: folder,
      // The page is sent by us, with its policy.
      index: false,
      wildcard: false,
      globIgnore: ['**/*.html', '**/preloads.json', '**/.*', '**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, path) {
        const isNamedByContent = path.startsWith(join(folder, 'assets'));
        response.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const screenPage = readPage(folder, 'screen.html');
  const page = readPage(folder, 'index.html')?.replace('</head>', () => `${metaOf(cookies)}</head>`) ?? null;
  const preloadsOf = readPreloads(folder, cookies.environment);
  fastify.setNotFoundHandler((request, reply) => {
    if (screenPage !== null && wantsPage(request) && screens.test(pathOf(request)))
      return sendPage(reply, screenPage, { frames: [], connects: [], framedBy: [] });
    if (page !== null && wantsPage(request)) {
      const { asking, links } = preloadsOf(pathOf(request), request.headers.cookie);
      return sendPage(
        reply,
        page.replace('<script', () => `${asking}<script`).replace('</head>', () => `${links}</head>`),
        {
          frames: embeddedOrigin(request.url),
          connects,
          framedBy: builderOrigin !== null && pathOf(request) === '/widget-builder' ? [builderOrigin] : [],
        },
      );
    }
    return reply.code(404).send({ code: 'NOT_FOUND', message: 'there is nothing here' });
  });
}

function readPage(folder: string, name: string): string | null {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** In the page itself: its first script must know where to look for a token. Both are settings of a narrow alphabet. */
function metaOf({ environment, domain }: CookiePlace): string {
  const meta = (name: string, content: string) => `<meta name="cookie-${name}" content="${content}">`;
  return meta('environment', environment) + (domain === null ? '' : meta('domain', domain));
}

function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return (
    ['GET', 'HEAD'].includes(request.method) &&
    !notPages.test(path) &&
    /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')
  );
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

function sendPage(reply: FastifyReply, page: string, reach: Reach): FastifyReply {
  // The older header knows no list: where somebody else may frame, only the policy speaks.
  if (reach.framedBy.length === 0) reply.header('x-frame-options', 'SAMEORIGIN');
  return reply
    .header('content-security-policy', contentPolicy(reach))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page);
}
