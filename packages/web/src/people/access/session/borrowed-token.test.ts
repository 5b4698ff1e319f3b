import { describe, expect, it } from 'vitest';
import { createBorrowableTokens, createTokenCookie, type TokenStore } from './token-cookie.ts';

/** A browser's own tokens, stored as cookies. */
function ownStore(token: string | null): TokenStore {
  const jar = createTokenCookie(
    { environment: 'test', domain: null },
    {
      document: cookieJar(),
      location: { protocol: 'https:', hostname: 'x.example' },
    },
  );
  if (token !== null) jar.write(token);
  return jar;
}

function cookieJar() {
  const kept = new Map<string, string>();
  return {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(written: string) {
      const [pair = '', ...attributes] = written.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('max-age=0')) kept.delete(name);
      else kept.set(name, value);
    },
  };
}

describe('a borrowed token (F04)', () => {
  it('overrides the browser’s own token and never changes it', () => {
    const own = ownStore('own');
    const tokens = createBorrowableTokens(own);
    expect([tokens.read(), tokens.isBorrowing()]).toEqual(['own', false]);
    tokens.borrow('borrowed');
    expect([tokens.read(), tokens.isBorrowing(), tokens.writtenInThisBrowserSession()]).toEqual([
      'borrowed',
      true,
      true,
    ]);
    expect(tokens.write('renewed')).toBe(true);
    expect([tokens.read(), own.read()]).toEqual(['renewed', 'own']);
    tokens.clear();
    expect([tokens.read(), own.read(), tokens.isBorrowing()]).toEqual(['own', 'own', false]);
  });

  it('does nothing unless a token was borrowed', () => {
    const own = ownStore(null);
    const tokens = createBorrowableTokens(own);
    tokens.write('new');
    expect(own.read()).toBe('new');
    tokens.clear();
    expect(own.read()).toBeNull();
    tokens.writeViewAs('another');
    expect([tokens.read(), tokens.readViewAs(), own.readViewAs()]).toEqual(['another', 'another', 'another']);
  });

  it('hides the view-as token, and cannot start another', () => {
    const own = ownStore('own');
    own.writeViewAs('another');
    const tokens = createBorrowableTokens(own);
    tokens.borrow('borrowed');
    expect([tokens.read(), tokens.readOwn(), tokens.readViewAs()]).toEqual(['borrowed', 'borrowed', null]);
    expect(tokens.writeViewAs('third')).toBe(false);
    expect(own.readViewAs()).toBe('another');
  });
});
