import { describe, expect, it } from 'vitest';
import { createBorrowing } from './borrowed-token.ts';
import type { TokenStore } from './token-cookie.ts';

function ownStore(token: string | null): TokenStore {
  let kept = token;
  return {
    read: () => kept,
    write(written) {
      kept = written;
      return true;
    },
    clear() {
      kept = null;
    },
    writtenInThisBrowserSession: () => false,
  };
}

describe('a borrowed token (F04)', () => {
  it('stands before the browser’s own and leaves that alone, whatever happens to it', () => {
    const own = ownStore('own');
    const tokens = createBorrowing(own);
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

  it('is nothing where none was borrowed', () => {
    const own = ownStore(null);
    const tokens = createBorrowing(own);
    tokens.write('new');
    expect(own.read()).toBe('new');
    tokens.clear();
    expect(own.read()).toBeNull();
    expect(tokens.writtenInThisBrowserSession()).toBe(false);
  });
});
