import type { TokenStore } from './token-cookie.ts';

export interface BorrowingStore extends TokenStore {
  /** From now on this page acts with that token; those of the browser stay as they are. */
  borrow(token: string): void;
  isBorrowing(): boolean;
}

/**
 * The browser's tokens, before which a page may put one it was handed. It lives as long as the page: in a frame of
 * another site no cookie would be kept, and whoever is signed in to this browser must not become somebody else.
 */
export function createBorrowing(own: TokenStore): BorrowingStore {
  let borrowed: string | null = null;
  return {
    ...own,
    read: () => borrowed ?? own.read(),
    readOwn: () => borrowed ?? own.readOwn(),
    // Whoever was handed a token looks as that person already.
    readViewAs: () => (borrowed === null ? own.readViewAs() : null),
    writeViewAs: (token, clockAhead) => borrowed === null && own.writeViewAs(token, clockAhead),
    write(token) {
      if (borrowed === null) return own.write(token);
      borrowed = token;
      return true;
    },
    clear() {
      if (borrowed === null) own.clear();
      borrowed = null;
    },
    writtenInThisBrowserSession: () => borrowed !== null || own.writtenInThisBrowserSession(),
    borrow(token) {
      borrowed = token;
    },
    isBorrowing: () => borrowed !== null,
  };
}
