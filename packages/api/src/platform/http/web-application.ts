import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '@atrium/domain/core';
import { parseEmbeddedPage } from '@atrium/domain/pages/embedding';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FindPath, recordPaths } from './known-paths.ts';
import { buildContentPolicy, type PageOrigins } from './security-headers.ts';

/** Additions to a page. */
interface Preloads {
  /** Script tag placed before all others; sends the page's first queries. */
  readonly asking: string;
  /** Preload links. They execute nothing, and the content policy applies to them. */
  readonly links: string;
}

type GetPreloads = (path: string, cookies: string | undefined) => Preloads;

/** Entry of `preloads.json`. */
interface Page {
  readonly path: string;
  readonly files: readonly string[];
  readonly asks: object;
}

const none: Preloads = { asking: '', links: '' };

/**
 * Reads `preloads.json`, which the build writes. Pages then name their files, so that the browser loads them in
 * parallel with the first script, and send their first queries early. Requests without a token are redirected to
 * sign-in and get neither.
 */
function readPreloads(folder: string, environment: string): GetPreloads {
  const file = join(folder, 'preloads.json');
  if (!existsSync(file)) return () => none;
  const pages = (JSON.parse(readFileSync(file, 'utf8')) as Page[]).map(({ path, files, asks }) => ({
    path: new RegExp(path),
    preloads: { asking: askingOf(environment, asks), links: files.map(linkOf).join('') },
  }));
  const token = new RegExp(`(^|; )${environment}-atrium-token=.`);
  return (path, cookies = '') =>
    token.test(cookies) ? (pages.find((page) => page.path.test(path))?.preloads ?? none) : none;
}

const linkOf = (file: string) =>
  file.endsWith('.js')
    ? `<link rel="modulepreload" crossorigin href="/${file}">`
    : `<link rel="preload" as="style" crossorigin href="/${file}">`;

function askingOf(environment: string, asks: object): string {
  const text = JSON.stringify(asks).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<script src="/ask-first.js" data-cookies="${environment}-atrium" data-asks="${text}"></script>`;
}

const path = /^\/embeded\/([^?#]+)/;

/**
 * Returns the origin that a page may show in a frame, from an embedding URL (`/embeded/<base64>`); none for other URLs.
 * The page, which knows the user, checks whether the organization allows it. This header rules out all other pages and
 * origins.
 */
function getFrameOrigins(url: string): readonly string[] {
  const code = path.exec(url)?.[1];
  if (code === undefined) return [];
  let decoded: string;
  try {
    decoded = decodeURIComponent(code);
  } catch {
    return [];
  }
  const page = parseEmbeddedPage(decoded, (text) => new URL(text));
  return page.ok ? [page.value.origin] : [];
}

/** Paths of APIs and files: an unknown one is answered as not found, never with the application's page. */
const notPages = /^\/(api|v2|hub|ingest|auth|files|dev|assets|healthz|readyz|metrics)(\/|$)|\.json$/;

/** File links in mails. A reader who opens an expired one gets a page that says so. */
const fileLinks = /^\/files\//;

/** Stop&Go displays have a separate page that supports old browsers. */
const screens = /^\/stop-n-go\/screen\/[^/]+\/?$/;

/** Unattended screens have one too. */
const kiosks = /^\/kiosk\/[^/]+\/?$/;

/** Location of the session's cookies. */
export interface CookieLocation {
  /** Prefix of the cookie names. */
  readonly environment: string;
  /** null limits cookies to the current host. */
  readonly domain: string | null;
}

export interface WebOptions {
  /** Folder of the build. */
  readonly folder: string;
  /** Other origins the page may send to. */
  readonly connects: readonly string[];
  /** Origin that may frame the preview of a page; null for none. */
  readonly builderOrigin: string | null;
  readonly cookies: CookieLocation;
}

/**
 * Serves the built web application. Assets have content hashes in their names and are cached indefinitely. Every URL
 * that users can open gets the application's page.
 */
export function serveWebApplication(fastify: FastifyInstance, options: WebOptions): void {
  const { folder, connects, builderOrigin, cookies } = options;
  const findPath = recordPaths(fastify);
  if (existsSync(folder)) {
    fastify.register(fastifyStatic, {
      root: folder,
      // We send the page ourselves, with its policy.
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
  const displays = [
    { paths: screens, html: readPage(folder, 'screen.html') },
    { paths: kiosks, html: readPage(folder, 'kiosk.html') },
  ];
  const page = readPage(folder, 'index.html')?.replace('</head>', () => `${metaOf(cookies)}</head>`) ?? null;
  const preloadsOf = readPreloads(folder, cookies.environment);
  fastify.setNotFoundHandler((request, reply) => {
    const display = displays.find(({ paths }) => paths.test(pathOf(request)))?.html ?? null;
    if (display !== null && wantsPage(request))
      return sendPage(reply, display, { frames: [], connects: [], framedBy: [] });
    if (page !== null && wantsPage(request)) {
      const { asking, links } = preloadsOf(pathOf(request), request.headers.cookie);
      return sendPage(
        reply,
        page.replace('<script', () => `${asking}<script`).replace('</head>', () => `${links}</head>`),
        {
          frames: getFrameOrigins(request.url),
          connects,
          framedBy: builderOrigin !== null && pathOf(request) === '/widget-builder' ? [builderOrigin] : [],
        },
      );
    }
    if (page !== null && isNavigation(request) && fileLinks.test(pathOf(request)))
      return sendPage(reply.code(404), page, { frames: [], connects, framedBy: [] });
    return refuseUnknown(request, reply, findPath);
  });
}

/** Answers a request without a route: 405 if its path exists for other methods, else 404. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply, findPath: FindPath): FastifyReply {
  const known = findPath(request);
  // A route of this method may find that it has nothing, such as a file that a new build replaced.
  if (known === null || known.methods.includes(request.method))
    return reply.code(errorCodes.NOT_FOUND).send({ code: 'NOT_FOUND', message: 'there is nothing here' });
  const methods = known.methods.join(', ');
  const message = `This address takes ${methods}${known.accepts === null ? '' : ` with ${known.accepts}`}.`;
  return reply
    .code(errorCodes.METHOD_NOT_ALLOWED)
    .header('allow', methods)
    .send({ code: 'METHOD_NOT_ALLOWED', message });
}

function readPage(folder: string, name: string): string | null {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * Returns meta tags that tell the page's first script where to look for a token. The settings' alphabet needs no
 * escaping.
 */
function metaOf({ environment, domain }: CookieLocation): string {
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

/** Whether a browser asks for a page; images and programs do not name HTML. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && /text\/html/.test(headers.accept ?? '');
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

function sendPage(reply: FastifyReply, page: string, reach: PageOrigins): FastifyReply {
  // The older header allows no list of origins. Where another origin may frame, only the policy applies.
  if (reach.framedBy.length === 0) reply.header('x-frame-options', 'SAMEORIGIN');
  return reply
    .header('content-security-policy', buildContentPolicy(reach))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page);
}
