import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTokenCookie, needsSecure, readCookie } from './token-cookie.ts';

/** Cookies of a single host. */
const alone = (environment: string) => ({ environment, domain: null });

const jar = { document, location: { protocol: 'http:', hostname: 'localhost' } };

describe('the token cookie (A06)', () => {
  beforeEach(() => {
    for (const name of ['production', 'staging']) createTokenCookie(alone(name), jar).clear();
  });

  it('returns any token that was stored', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), (token) => {
        const cookie = createTokenCookie(alone('production'), jar);
        expect(cookie.write(token)).toBe(true);
        expect(cookie.read()).toBe(token);
      }),
    );
  });

  it('keeps environments on one domain apart', () => {
    const production = createTokenCookie(alone('production'), jar);
    const staging = createTokenCookie(alone('staging'), jar);
    production.write('one');
    expect(staging.read()).toBeNull();
    staging.write('two');
    staging.clear();
    expect(production.read()).toBe('one');
  });

  it('knows whether the token came into this browser session', () => {
    const cookie = createTokenCookie(alone('production'), jar);
    expect(cookie.writtenInThisBrowserSession()).toBe(false);
    cookie.write('one');
    expect(cookie.writtenInThisBrowserSession()).toBe(true);
    cookie.clear();
    expect([cookie.read(), cookie.writtenInThisBrowserSession()]).toEqual([null, false]);
  });

  it('lives ten hours, is secure and sent to our own pages only', () => {
    const written: string[] = [];
    const document = {
      get cookie() {
        return '';
      },
      set cookie(text: string) {
        written.push(text);
      },
    };
    const cookie = createTokenCookie(alone('production'), {
      document,
      location: { protocol: 'https:', hostname: 'atrium.example' },
    });
    expect(cookie.write('one')).toBe(false);
    expect(written).toEqual([
      'production-atrium-token=one; max-age=36000; path=/; samesite=strict; secure',
      'production-atrium-session=1; path=/; samesite=strict; secure',
    ]);
  });

  it('prefers the view-as token', () => {
    const cookie = createTokenCookie(alone('production'), jar);
    cookie.write('mine');
    cookie.writeViewAs('theirs');
    expect([cookie.read(), cookie.readOwn(), cookie.readViewAs()]).toEqual(['theirs', 'mine', 'theirs']);
    cookie.clear();
    expect([cookie.read(), cookie.readOwn(), cookie.readViewAs()]).toEqual([null, null, null]);
  });

  it.each([
    ['https:', 'atrium.example', true],
    ['https:', 'localhost', true],
    ['http:', 'atrium.example', true],
    ['http:', '192.168.1.5', true],
    ['http:', '127.evil.example', true],
    ['http:', 'localhost.evil.example', true],
    ['http:', 'localhost', false],
    ['http:', 'atrium.localhost', false],
    ['http:', '127.0.0.1', false],
    ['http:', '[::1]', false],
  ])('on %s//%s wants a secure cookie: %s', (protocol, hostname, secure) => {
    expect(needsSecure({ protocol, hostname })).toBe(secure);
  });

  it('reads one cookie among others and survives a broken one', () => {
    expect(readCookie('a=1; b=2', 'b')).toBe('2');
    expect(readCookie('ab=1', 'b')).toBeNull();
    expect(readCookie('b=%E0%A4%A', 'b')).toBeNull();
    expect(readCookie('b=', 'b')).toBeNull();
  });
});
