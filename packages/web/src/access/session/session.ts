import { err, ok, type Result } from '@atrium/domain/core';
import { LoginDocument, LogoutDocument, RenewDocument } from '../operations.generated.ts';
import { ask, Refusal } from './ask.ts';
import { createBorrowing } from './borrowed-token.ts';
import { rememberEmail } from './remembered-email.ts';
import { createRenewal, type Renewed } from './renewal.ts';
import { createTokenCookie } from './token-cookie.ts';

export type SignInFailure = 'wrong credentials' | 'rate limited' | 'code required' | 'cookies refused' | 'unreachable';

/** Why a session ended, as the sign-in page tells it; `left` (by hand) needs no words. */
export type SessionEnd = 'left' | 'expired';

const tokens = createBorrowing(createTokenCookie(import.meta.env.MODE, { document, location }));
const tabs = new BroadcastChannel('atrium.session');
const endings = new Set<(end: SessionEnd) => void>();
const borrowings = new Set<() => void>();
let borrowed = 0;

const renewStored = createRenewal({
  tokens,
  ask: async (token) => {
    try {
      return (await ask(RenewDocument, { token })).renew.token;
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'UNAUTHENTICATED' || error.code === 'TOKEN_EXPIRED')) return null;
      throw error;
    }
  },
  alone: inOneTab,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

tabs.addEventListener('message', ({ data }) => {
  if (!tokens.isBorrowing() && (data === 'left' || data === 'expired')) announce(data);
});

/** The one session of this browser: its token, how it begins, is renewed and ends. */
export const session = {
  token: () => tokens.read(),

  async signIn(email: string, password: string): Promise<Result<void, SignInFailure>> {
    try {
      const { login } = await ask(LoginDocument, { email, password });
      if (login.token === null) return err(login.otpRequired ? 'code required' : 'wrong credentials');
      return tokens.write(login.token) ? ok(undefined) : err('cookies refused');
    } catch (error) {
      return err(error instanceof Refusal ? (signInFailures[error.code] ?? 'unreachable') : 'unreachable');
    }
  },

  /** Answers the server's TOKEN_EXPIRED. A session that can't be renewed is over, in every tab. */
  async renew(stale: string): Promise<Renewed> {
    const renewed = await renewStored(stale);
    if (!renewed.ok && renewed.error === 'invalid token') session.end('expired');
    return renewed;
  },

  /** Whether somebody is signed in; a token from an earlier browser session is renewed before it counts. */
  async open(): Promise<boolean> {
    const token = tokens.read();
    if (token === null) return false;
    if (tokens.writtenInThisBrowserSession()) return true;
    const renewed = await renewStored(token);
    if (!renewed.ok && renewed.error === 'invalid token') tokens.clear();
    return renewed.ok;
  },

  /** Ends the session on the server too, and forgets the person's email. The browser is clean even if the server can't be reached. */
  async leave(): Promise<void> {
    const token = tokens.read();
    rememberEmail(null);
    if (token !== null) await ask(LogoutDocument, {}, token).catch(() => undefined);
    session.end('left');
  },

  /** Forgets the token and tells every tab. */
  end(end: SessionEnd): void {
    const isOurs = !tokens.isBorrowing();
    tokens.clear();
    announce(end);
    if (isOurs) tabs.postMessage(end);
  },

  /** This page acts with a token it was handed, until it is closed or the token ends; other tabs notice nothing. */
  borrow(token: string): void {
    if (tokens.isBorrowing() && tokens.read() === token) return;
    tokens.borrow(token);
    borrowed++;
    for (const listener of borrowings) listener();
  },

  /** How often this page became somebody else: what was fetched before belongs to another. */
  borrowed: () => borrowed,

  onBorrow(listener: () => void): () => void {
    borrowings.add(listener);
    return () => borrowings.delete(listener);
  },

  onEnd(listener: (end: SessionEnd) => void): () => void {
    endings.add(listener);
    return () => endings.delete(listener);
  },
};

const signInFailures: Partial<Record<string, SignInFailure>> = {
  UNAUTHENTICATED: 'wrong credentials',
  BAD_INPUT: 'wrong credentials',
  NOT_FOUND: 'wrong credentials',
  FORBIDDEN: 'wrong credentials',
  RATE_LIMITED: 'rate limited',
};

function announce(end: SessionEnd): void {
  for (const listener of endings) listener(end);
}

/** Plain http on another machine has no locks; one renewal per tab is the best to be had there. */
async function inOneTab<T>(work: () => Promise<T>): Promise<T | null> {
  // Nobody else has a borrowed token, and where one is borrowed the browser may forbid locks.
  if (navigator.locks === undefined || tokens.isBorrowing()) return work();
  return navigator.locks.request('atrium.renewal', { ifAvailable: true }, (lock) => (lock === null ? null : work()));
}
