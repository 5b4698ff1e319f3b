import type { TokenStore } from './token-cookie.ts';

export interface BorrowableTokens extends TokenStore {
  /** Makes this page use that token. The browser's own tokens stay unchanged. */
  borrow(token: string): void;
  isBorrowing(): boolean;
}

/**
 * The browser's tokens, which a page can override with one it was given. The override lives as long as the page. In a
 * frame of another site cookies are not stored, and the browser's own user must stay signed in.
 */
export function createBorrowableTokens(own: TokenStore): BorrowableTokens {
  let borrowed: string | null = null;
  return {
    ...own,
    read: () => borrowed ?? own.read(),
    readOwn: () => borrowed ?? own.readOwn(),
    // A borrowed token already views as that user.
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
