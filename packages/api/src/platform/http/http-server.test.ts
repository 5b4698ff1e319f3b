import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NotReady } from '../failures.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from './http-metrics.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'atrium-web-'));
const script = 'console.log("atrium");'.repeat(100);
/** Queries that a page preloads. */
const asked = { first: [{ name: 'Viewer', query: 'query Viewer{me(a:"<&amp;")}' }] };
beforeAll(() => {
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'index.html'), '<head><script src="/first-paint.js"></script></head>');
  writeFileSync(join(webFolder, 'assets/app-1a2b.js'), script);
  writeFileSync(join(webFolder, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
  writeFileSync(join(webFolder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(webFolder, 'translations.json'), '{"version":"v1","languages":{}}');
  writeFileSync(
    join(webFolder, 'preloads.json'),
    JSON.stringify([{ path: '^/counting/\\d+$', files: ['assets/site-1.js', 'assets/site-2.css'], asks: asked }]),
  );
});
afterAll(() => rmSync(webFolder, { recursive: true, force: true }));

const metricsToken = 'figures-of-this-test-0123456789abcdef';
let server: HttpServer;
let origin: string;
let problem: Error | null = null;
let standing: readonly string[] = [];
beforeEach(async () => {
  server = await createHttpServer({
    logger: createLogger('silent'),
    registry: createMetrics(),
    isReady: async () => {
      if (problem) throw problem;
      return standing;
    },
    webFolder,
    isHttps: false,
    hstsSubdomains: false,
    metricsToken,
    trustedProxies: [],
    connects: ['https://sink.example'],
    builderOrigin: 'https://builder.example',
    cookies: { environment: 'staging', domain: 'example.com' },
  });
  server.routes.get('/v2/slow/:id', async () => {
    await delay(300);
    return { done: true };
  });
  server.routes.get('/v2/stuck', () => new Promise(() => {}));
  server.routes.get('/v2/long', async () => ({ text: 'x'.repeat(5000) }));
  server.routes.get('/v2/stream', async (_request, reply) =>
    reply.type('text/event-stream').send('data: x\n\n'.repeat(500)),
  );
  server.routes.get('/v2/bug', async () => {
    throw new Error('the password is hunter2');
  });
  server.routes.post('/v2/echo', async (request) => request.body);
  server.routes.post('/v2/described', { config: { accepts: 'a list of words' } }, async () => ({}));
  origin = await server.listen('127.0.0.1', 0);
});
afterEach(() => server.close(0));

/** Cookie settings that the page passes to its script (A06). */
const cookiePlace =
  '<meta name="cookie-environment" content="staging"><meta name="cookie-domain" content="example.com">';

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });

describe('the web application', () => {
  test('any page URL gets the page, whose scripts and styles come from our own files', async () => {
    for (const path of ['/', '/sites/3?day=2026-01-01', '/stop-n-go/screen/abc']) {
      const response = await get(path, { accept: 'text/html' });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(policy).toMatch(/script-src 'self'; style-src 'self';/);
      expect(await response.text()).toBe(`<head><script src="/first-paint.js"></script>${cookiePlace}</head>`);
    }
  });

  test('a URL cut off within an escape sequence is served like any other', async () => {
    for (const path of ['/%', '/foo%E2%8', '/foo%E2%8?day=%', '/%E0%A4%A/../%ff']) {
      const response = await get(path, { accept: 'text/html' });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    }
    const refused = await get('/v2/%E2%8', { accept: 'text/html' });
    expect([refused.status, await refused.json()]).toEqual([404, { code: 'NOT_FOUND', message: expect.any(String) }]);
    expect((await get('/assets/%E2%8')).status).toBe(404);
  });

  test('the page of signed-in users preloads the files of its URL', async () => {
    const cookie = 'a=1; staging-atrium-token=x';
    const textOf = async (path: string, headers: Record<string, string>) =>
      (await get(path, { accept: 'text/html', ...headers })).text();
    expect(await textOf('/counting/3?day=1', { cookie })).toContain(
      '<link rel="modulepreload" crossorigin href="/assets/site-1.js"><link rel="preload" as="style" crossorigin href="/assets/site-2.css"></head>',
    );
    expect(await textOf('/counting/3', {})).not.toContain('preload');
    // Cookie of another installation on the same domain.
    expect(await textOf('/counting/3', { cookie: 'production-atrium-token=x' })).not.toContain('preload');
    expect(await textOf('/counting/x', { cookie })).not.toContain('preload');
    const asking = '<script src="/ask-first.js" data-cookies="staging-atrium" data-asks="';
    const page = await textOf('/counting/3?day=1', { cookie });
    const [before, rest] = page.split(asking);
    // The preload script comes first, and its data equals what the build wrote, with any characters.
    expect(before).not.toContain('<script');
    const said = (rest?.split('"></script>', 1)[0] ?? '').replaceAll('&quot;', '"').replaceAll('&lt;', '<');
    expect(JSON.parse(said.replaceAll('&amp;', '&'))).toEqual(asked);
    expect(await textOf('/counting/3', {})).not.toContain('ask-first');
    expect((await get('/preloads.json', { accept: 'application/json' })).status).toBe(404);
  });

  test('a page may reach only its embedded origin and the consent sinks', async () => {
    const policyOf = async (path: string) =>
      (await get(path, { accept: 'text/html' })).headers.get('content-security-policy') ?? '';
    const embed = (address: string) => policyOf(`/embeded/${encodeURIComponent(btoa(address))}`);
    expect(await policyOf('/help')).toMatch(/connect-src 'self' https:\/\/sink\.example; .*frame-src 'self'; /);
    expect(await embed('https://maps.example/a?b=1')).toMatch(/frame-src 'self' https:\/\/maps\.example; /);
    for (const hostile of ['https://*', 'https://x;sandbox', 'https://a,b', 'javascript:1', 'data:text/html,x', 'x'])
      expect(await embed(hostile)).toMatch(/frame-src 'self'; /);
  });

  test('files with content hashes are cached indefinitely and sent precompressed', async () => {
    const response = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toMatch(/immutable/);
    expect(await response.text()).toBe(script);
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  test('the texts of all languages are one file, sent again only when it changed', async () => {
    const first = await get('/translations.json?version=v1');
    expect([first.status, await first.json()]).toEqual([200, { version: 'v1', languages: {} }]);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await get('/translations.json?version=v1', {
      'if-none-match': first.headers.get('etag') ?? '',
      'cache-control': 'max-age=0',
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('a file link that ended is a page for people, and not found for programs and images', async () => {
    for (const path of ['/files/x', '/files/ap1l.x/exports/1/1_1.csv?name=a.csv&for=1']) {
      const opened = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect([opened.status, opened.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(opened.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
      expect(await opened.text()).toContain(cookiePlace);
      for (const accept of ['*/*', 'image/avif,image/webp,*/*;q=0.8', 'application/json']) {
        const asked = await get(path, { accept });
        expect([asked.status, await asked.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
      }
    }
  });

  test.each([
    '/assets/gone.js',
    '/v2/nothing',
    '/ingest/v1/x',
    '/index.htm/../../../../etc/passwd',
    '/files/x',
    '/.sources',
    '/api',
    '/api/v1/nothing',
    '/api/docs/nothing',
    '/openapi.json',
    '/sites/3.json?day=1',
  ])('%s never returns an outside file or the application page as if it existed', async (path) => {
    const response = await get(path, { accept: 'application/json' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each(['/api', '/api/v1/nothing', '/openapi.json', '/ingest/v1/x', '/hub/x', '/v2/x'])(
    '%s is not found for a browser too, not the page',
    async (path) => {
      const response = await get(path, { accept: 'text/html,*/*;q=0.8' });
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    },
  );

  test('a known address with another method says what it accepts', async () => {
    for (const [method, path, allow] of [
      ['GET', '/v2/echo', 'POST'],
      ['POST', '/v2/slow/7?x=1', 'GET, HEAD'],
    ] as const) {
      const response = await fetch(origin + path, { method, headers: { accept: 'text/html' } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      expect(await response.json()).toEqual({ code: 'METHOD_NOT_ALLOWED', message: expect.stringContaining(allow) });
    }
    const described = await get('/v2/described');
    expect(await described.json()).toMatchObject({ message: 'This address takes POST with a list of words.' });
    expect((await get('/v2/slow/7/8')).status).toBe(404);
  });
});

test('every response has the security headers', async () => {
  for (const path of ['/', '/healthz', '/v2/bug', '/v2/nothing', '/assets/app-1a2b.js']) {
    const { headers } = await get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors '(none|self)'/);
  }
});

test('F04 only the preview may be framed by the builder, and everything else only by our own pages', async () => {
  const { headers: preview } = await get('/widget-builder?x=1');
  expect(preview.get('content-security-policy')).toContain("frame-ancestors 'self' https://builder.example;");
  expect(preview.get('x-frame-options')).toBeNull();
  for (const path of ['/', '/login', '/widget-builder/', '/widget-builder/x', '/dashboard/1/page/1']) {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self';");
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  }
});

test('internal errors are masked, and invalid requests get a reason', async () => {
  const bug = await get('/v2/bug');
  expect(bug.status).toBe(500);
  expect(await bug.text()).not.toContain('hunter2');
  const unreadable = await fetch(`${origin}/v2/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect([unreadable.status, ((await unreadable.json()) as { code: string }).code]).toEqual([400, 'BAD_INPUT']);
  const large = await fetch(`${origin}/v2/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `"${'x'.repeat(1024 ** 2)}"`,
  });
  expect(large.status).toBe(413);
});

test('long responses are compressed, and event streams are not delayed', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  expect((await get('/v2/long', headers)).headers.get('content-encoding')).toBe('gzip');
  expect((await get('/v2/stream', headers)).headers.get('content-encoding')).toBeNull();
});

test('is ready only while the stores answer, and alive all the same', async () => {
  expect((await get('/readyz')).status).toBe(200);
  problem = new Error('connect ECONNREFUSED /secret/path');
  const response = await get('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: 'unavailable' });
  problem = new NotReady('the settings database does not answer', { cause: problem });
  const named = await get('/readyz');
  problem = null;
  expect(await named.json()).toEqual({ status: 'unavailable', reason: 'the settings database does not answer' });
  expect((await get('/healthz')).status).toBe(200);
});

test('problems that do not prevent service are reported with readiness', async () => {
  standing = ['something is missing'];
  const response = await get('/readyz');
  standing = [];
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', problems: ['something is missing'] },
  ]);
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
});

test('requests are counted by route, not by URL', async () => {
  await get('/v2/slow/17');
  await get('/v2/no-such-thing');
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await get('/metrics', headers)).text();
  expect(text).toMatch(/http_requests_total\{method="GET",route="\/v2\/slow\/:id",status="200"\} 1/);
  expect(text).toMatch(/http_request_duration_seconds_bucket\{.*route="\/v2\/slow\/:id"/);
  expect(text).toMatch(/process_resident_memory_bytes/);
  expect(text).not.toContain('no-such-thing');
});

test('a stop finishes requests in flight and accepts no new ones', async () => {
  const inFlight = get('/v2/slow/1');
  await delay(50);
  const closed = server.close(5000);
  await expect((await inFlight).json()).resolves.toEqual({ done: true });
  await closed;
  await expect(get('/healthz')).rejects.toThrow();
});

test('a stop cuts stuck requests after the grace period', async () => {
  const stuck = get('/v2/stuck').catch(() => 'cut');
  const { port } = new URL(origin);
  const half = connect(Number(port), '127.0.0.1');
  await once(half, 'connect');
  half.on('error', () => {});
  half.write('GET /v2/slow/1 HTTP/1.1\r\nhost: x');
  await delay(50);
  const from = performance.now();
  await server.close(200);
  expect(performance.now() - from).toBeLessThan(3000);
  expect(await stuck).toBe('cut');
});

test('a connection without a request does not delay the stop', async () => {
  const silent = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(silent, 'connect');
  const from = performance.now();
  await server.close(8000);
  expect(performance.now() - from).toBeLessThan(3000);
  silent.destroy();
});
