import { canEmbed, decodeBase64, parseEmbeddedPage } from '@atrium/domain/pages/embedding';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const parse = (text: string) => new URL(text);
const encode = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const safe = (code: string) => code.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

describe('an embedding path (C10)', () => {
  it('names the page in plain and in url-safe base64, padded or not', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), (url, tail) => {
        const address = `${url}#${encodeURIComponent(tail.toWellFormed())}`;
        const page = { ok: true, value: { href: new URL(address).href } };
        for (const code of [
          encode(address),
          encode(address).replace(/=+$/, ''),
          safe(encode(address)),
          encode(address).replaceAll('+', ' '),
        ])
          expect(parseEmbeddedPage(code, parse)).toMatchObject(page);
      }),
    );
  });

  it('agrees with another decoder on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => decodeBase64(encode(text)) === text),
    );
  });

  it('never throws, whatever stands there', () => {
    fc.assert(fc.property(fc.string(), (code) => typeof parseEmbeddedPage(code, parse).ok === 'boolean'));
  });

  it.each([
    ['', 'unreadable'],
    ['%%%', 'unreadable'],
    ['abcde', 'unreadable'],
    ['/w==', 'unreadable'],
    [encode('no address'), 'unreadable'],
    [encode('/help'), 'unreadable'],
    ['A'.repeat(9000), 'unreadable'],
    [encode('javascript:alert(1)'), 'not a web page'],
    [encode('data:text/html,<h1>x'), 'not a web page'],
    [encode('blob:https://a.example/1'), 'not a web page'],
    [encode('https://*'), 'not a web page'],
    [encode('https://x;sandbox'), 'not a web page'],
    [encode('file:///etc/passwd'), 'not a web page'],
    [encode('https://user:secret@a.example/'), 'not a web page'],
  ])('%s is refused as %s', (code, error) => {
    expect(parseEmbeddedPage(code, parse)).toEqual({ ok: false, error });
  });

  it.each([
    ['https://maps.example/x', true],
    ['https://own.example/help', true],
    ['http://maps.example/', false],
    ['https://maps.example:444/', false],
    ['https://maps.example.evil.example/', false],
    ['https://evil.example/?https://maps.example', false],
  ])('%s may be shown: %s', (href, allowed) => {
    const page = { href, origin: new URL(href).origin };
    expect(canEmbed(page, ['https://maps.example'], 'https://own.example')).toBe(allowed);
  });
});
