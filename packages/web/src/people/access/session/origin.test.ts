// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { landingPath, toSafePath } from './origin.ts';

const base = 'https://atrium.example';

describe('the page to reopen after sign-in', () => {
  it.each(['/counting/3', '/counting/3?timespan=%7B%22preset%22%3A%22today%22%7D', '/reports#weekly', '/a//b'])(
    'reopens %s',
    (path) => {
      expect(toSafePath(path, base)).toBe(path);
    },
  );

  it.each([
    undefined,
    null,
    42,
    '',
    'counting/3',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/%0a/../..//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/login',
    '/login?origin=%2Flogin',
    '/.//evil.example',
  ])('lands instead of following %j', (wanted) => {
    expect([landingPath, '/..//evil.example']).toContain(toSafePath(wanted, base));
    expect(new URL(toSafePath(wanted, base), base).origin).toBe(base);
  });

  it('never leads to another origin, whatever the address', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '..',
      '.',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'http:',
      'javascript:',
      '\t',
      '\n',
      '%2f',
      '%5c',
      ' ',
      'a',
    );
    const path = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`);
    // A boolean instead of an assertion in the loop: thousands of assertions take seconds.
    const staysHere = (wanted: string) => {
      const safe = toSafePath(wanted, base);
      return safe.startsWith('/') && new URL(safe, base).origin === base;
    };
    fc.assert(fc.property(fc.oneof({ weight: 9, arbitrary: path }, fc.string()), staysHere), { numRuns: 5000 });
  });
});
