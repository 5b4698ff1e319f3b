import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExternalUrl, parseSameOriginPath, splitPath } from './index.ts';

/** The URL class of browsers; the domain itself has no DOM types. */
declare const URL: new (
  address: string,
  base: string,
) => {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly searchParams: { set(name: string, value: string): void };
};

const origin = 'https://atrium.example';

/** Returns the origins a browser reaches from a URL, and from every further decoding of it by a router. */
function originsReached(text: string): string[] {
  const resolved = new URL(text, `${origin}/counting/3`);
  const origins = [resolved.origin];
  let path = resolved.pathname;
  for (let depth = 0; depth < 8; depth += 1) {
    origins.push(new URL(`${path}${resolved.search}${resolved.hash}`, `${origin}/counting/3`).origin);
    path = path.replace(/%([0-9a-f]{2})/gi, (_: string, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return origins;
}

const nasty = [
  ...['/', '//', '\\', '/\\', '..', '.', '/../', '/./', '%2f', '%2F%2f', '%5c', '%5C', '%2e', '%2e%2E', '%252f', '%25'],
  ...['%00', '%0a', '%09', '\t', '\n', '\r', '\u0000', '\u007f', '\u0085', ' ', '\u00a0', '\u200b', '\u2028', '\ufeff'],
  ...[
    'http:',
    'https://',
    'javascript:',
    'data:',
    '@',
    ':',
    '?',
    '#',
    '&',
    '=',
    ';',
    'evil.example',
    '\ud800',
    '／',
    '。',
  ],
  ...['%c0%af', '%e2%80%a8', '%', '%zz', '[', ']', '{', '}', '"', '<', '>', '|', '^', '`', 'é', '😀', '%25252f'],
];
const seeds = [
  '/counting/12?v=1&timespan=%7B%22preset%22%3A%22last30%22%7D&zone=4',
  '/dashboard/3/page/7#top',
  '/',
  '//evil.example/',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example/counting',
  '/embeded/aHR0cHM%2FLy9h',
];
const mutated = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.nat({ max: 3 }),
        put: fc.constantFrom(...nasty),
      }),
      { maxLength: 4 },
    ),
  )
  .map(([seed, edits]) =>
    edits.reduce((text, { at, cut, put }) => {
      const place = Math.floor(at * (text.length + 1));
      return text.slice(0, place) + put + text.slice(place + cut);
    }, seed),
  );

test('accepted paths stay on the product’s origin, however often they are resolved and decoded', () => {
  let passed = 0;
  fc.assert(
    fc.property(mutated, (text) => {
      const read = parseSameOriginPath(text);
      if (!read.ok) return;
      passed += 1;
      for (const reached of originsReached(read.value)) expect(reached).toBe(origin);
      const { path, query, hash } = splitPath(read.value);
      expect(path + query + hash).toBe(text);
      expect(text).not.toMatch(/[\\\p{Cc}]/u);
    }),
    { numRuns: 100_000 },
  );
  expect(passed).toBeGreaterThan(10_000);
});

test('what a browser shows as the address of one of our pages passes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[\w-]{1,8}$/), { maxLength: 4 }),
      fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }), { maxKeys: 3 }),
      (segments, search) => {
        const url = new URL(`/${segments.join('/')}`, origin);
        for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value);
        expect(parseSameOriginPath(url.pathname + url.search)).toEqual({ ok: true, value: url.pathname + url.search });
      },
    ),
  );
});

test.each([
  ['', 'counting', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)'],
  ['https://atrium.example/counting', '/..//evil.example', '/a/../..//evil.example', '/%2e%2e%2f/evil.example'],
  ['/%2f/evil.example', '/%252fevil.example', '/%5cevil.example', '/\tevil', '/a\nb', '/%0aevil', '/%zz', '/%c0%af'],
  [' /counting', '/counting ', '/a b', '/\u202ekcatta', `/${'a'.repeat(4000)}`, '/%25252525252f'],
])('addresses of elsewhere do not pass: %s', (...texts) => {
  for (const text of texts) expect([text, parseSameOriginPath(text).ok]).toEqual([text, false]);
});

test('an address splits into its parts', () => {
  const read = parseSameOriginPath('/t/x?a=1?2#b?c#d');
  expect(read.ok && splitPath(read.value)).toEqual({ path: '/t/x', query: '?a=1?2', hash: '#b?c#d' });
});

test('external links use https without credentials', () => {
  for (const fine of ['https://intranet.example/rota?week=2#x', 'https://a.example', 'https://a.example:8443/'])
    expect([fine, isExternalUrl(fine)]).toEqual([fine, true]);
  for (const text of [
    ...[
      'http://a.example',
      'https://',
      'https://localhost',
      'https://a.example@evil.example/',
      'https://a:b@c.example',
    ],
    ...['https://a.example\\@evil.example', 'https:a.example', 'javascript:alert(1)//https://a.example', '//a.example'],
    ...['https://-a.example', 'https://a..example', 'https://a.example\n', 'data:text/html,x', 'https://аррӏе.example'],
  ])
    expect([text, isExternalUrl(text)]).toEqual([text, false]);
});
