import { err, type Instant, ok, type Result } from '@atrium/domain/core';
import { ask, Refusal } from './ask.ts';
import { LoginDocument, LogoutDocument, RenewDocument } from './operations.generated.ts';
import { createRenewal, type Renewed } from './renewal.ts';
import { createBorrowableTokens, createTokenCookie, readCookieSettings } from './token-cookie.ts';

const key = 'atrium.email';

export function rememberedEmail(): string {
  return localStorage.getItem(key) ?? '';
}

export function rememberEmail(email: string | null): void {
  if (email === null) localStorage.removeItem(key);
  else localStorage.setItem(key, email);
}

/** Reads a token's expiry; null if unreadable. For display and planning only: the server decides. */
const parseExpiry = (token: string): Instant | null => parseClaim(token, 'exp');

/** Reads when the server issued a token, by the server's clock. */
const parseIssuedAt = (token: string): Instant | null => parseClaim(token, 'iat');

function parseClaim(token: string, name: 'exp' | 'iat'): Instant | null {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const seconds = (JSON.parse(atob(body)) as Record<string, unknown>)[name];
    return typeof seconds === 'number' ? seconds * 1000 : null;
  } catch {
    return null;
  }
}

export type SignInFailure = 'wrong credentials' | 'rate limited' | 'cookies refused' | 'unavailable' | 'unreachable';

/** State after a correct password, while a code is pending. */
export interface PendingSignIn {
  /** Token to send with the code. */
  readonly token: string;
  readonly contact: 'email' | 'phone';
}

/** Why a session ended, for the sign-in page; `left` (signed out) shows no message. */
export type SessionEnd = 'left' | 'expired' | 'view-as over';

/** Why a stored token did not sign the user in. The last two may be temporary. */
export type RestoreFailure = 'invalid token' | 'view-as over' | 'refresh timed out' | 'unreachable';

const place = readCookieSettings(document, import.meta.env.MODE);
const tokens = createBorrowableTokens(createTokenCookie(place, { document, location }));
const tabs = new BroadcastChannel('atrium.session');
const endings = new Set<(end: SessionEnd) => void>();
/** Whether the user is signing out in another tab. */
let isLeavingElsewhere = false;
/** Whether this tab is signing out. Lasts until the response, which removes the token from an HTTP-only cookie. */
let isLeavingHere = false;
/** Whether the end of the session was announced and no new session has begun since. */
let isOver = false;
let gateFault: RestoreFailure | null = null;

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
  alone: withTabLock,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

tabs.addEventListener('message', ({ data }) => {
  if (tokens.isBorrowing()) return;
  if (data === 'left' || data === 'expired' || data === 'view-as over') announce(data);
  if (data === 'leaving' || data === 'staying') isLeavingElsewhere = data === 'leaving';
  // Another tab now views as another user, so this page's content is wrong.
  if (data === 'somebody else') location.assign('/');
});

/** The browser's only session: its token, start, renewal and end. */
export const session = {
  token: () => tokens.read(),

  /**
   * Signs in. With two-factor, returns the pending sign-in that needs a code. Sends this browser's device id, so that
   * failed attempts elsewhere never count against users who signed in here before.
   */
  async signIn(email: string, password: string): Promise<Result<PendingSignIn | null, SignInFailure>> {
    try {
      const deviceId = session.device.id();
      const { login } = await ask(LoginDocument, { email, password, deviceId });
      if (login.token === null) return err('wrong credentials');
      session.device.keep(deviceId);
      if (login.otpRequired)
        return ok({ token: login.token, contact: login.otpContact === 'phone' ? 'phone' : 'email' });
      return session.enter(login.token) ? ok(null) : err('cookies refused');
    } catch (error) {
      return err(error instanceof Refusal ? (signInFailures[error.code] ?? 'unreachable') : 'unreachable');
    }
  },

  /** Starts a session with a token from any sign-in. Returns false if the browser refuses cookies. */
  enter(token: string): boolean {
    tokens.clear();
    isOver = false;
    return tokens.write(token);
  },

  /** This browser's device id. Generates a new one on each call until one is stored. */
  device: { id: () => tokens.readDevice() ?? newDeviceId(), keep: (id: string) => tokens.writeDevice(id) },

  /** Handles the server's TOKEN_EXPIRED. A session that cannot be renewed ends in every tab. */
  async renew(stale: string): Promise<Renewed> {
    // The page that lent the token renews it. A second renewal here would look like a stolen token.
    if (tokens.isBorrowing()) return err('unreachable');
    const renewed = await renewStored(stale);
    if (!renewed.ok && renewed.error === 'invalid token') session.end('expired');
    return renewed;
  },

  /** Tells whether a user is signed in. Renews a token from an earlier browser session first. */
  async open(): Promise<boolean> {
    const isOpen = await isSignedIn();
    // The user may have signed in again in another tab.
    if (isOpen) isOver = false;
    return isOpen;
  },

  /** Returns the error of the last `open`, once. */
  takeGateFault(): RestoreFailure | null {
    const fault = gateFault;
    gateFault = null;
    return fault;
  },

  /** Views as another user from the next page load on. Other tabs reload. */
  viewAs(token: string): boolean {
    // A wrong clock must neither end this at once nor extend it.
    const now = Date.now();
    if (!tokens.writeViewAs(token, now - (parseIssuedAt(token) ?? now))) return false;
    tabs.postMessage('somebody else');
    return true;
  },

  /** Returns when viewing as another user ends, epoch ms by this browser's clock. Null while not viewing as another. */
  viewAsEnds(): number | null {
    const token = tokens.readViewAs();
    const ends = token === null ? null : parseExpiry(token);
    return ends === null ? null : ends + tokens.readClockAhead();
  },

  /**
   * Ends the session, on the server too, and forgets the remembered email. Clears the browser even if the server is
   * unreachable.
   */
  async leave(): Promise<void> {
    const held = [tokens.readViewAs(), tokens.readOwn()].filter((token) => token !== null);
    rememberEmail(null);
    await whileLeaving(async () => {
      await Promise.all(held.map((token) => ask(LogoutDocument, {}, token).catch(() => undefined)));
      session.end('left');
    });
  },

  /** Ends all sessions of the user on the server, including this one. */
  async leaveEverywhere(endAll: () => Promise<unknown>): Promise<void> {
    await whileLeaving(async () => {
      await endAll();
      rememberEmail(null);
      if (tokens.read() !== null) session.end('left');
    });
  },

  /** Clears the tokens and notifies every tab. */
  end(how: SessionEnd): void {
    // Otherwise the page would go to the sign-in page and abort the logout request.
    if (isLeavingHere && how !== 'left') return;
    const end = how === 'expired' ? findEndReason() : how;
    const isOurs = !tokens.isBorrowing();
    tokens.clear();
    announce(end);
    if (isOurs) tabs.postMessage(end);
  },

  /** Makes this page use a token it was given, until it is closed or the token ends. Other tabs are unaffected. */
  borrow(token: string): void {
    tokens.borrow(token);
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
  OVERLOADED: 'unavailable',
};

async function isSignedIn(): Promise<boolean> {
  const token = tokens.read();
  if (token === null) return false;
  const viewAsEnds = session.viewAsEnds();
  if (viewAsEnds !== null && viewAsEnds <= Date.now()) return refuse('view-as over');
  if (viewAsEnds !== null || tokens.writtenInThisBrowserSession()) return true;
  const renewed = await renewStored(token);
  if (renewed.ok) return true;
  if (renewed.error === 'invalid token') return refuse(renewed.error);
  gateFault = renewed.error;
  return false;
}

function refuse(fault: RestoreFailure): false {
  tokens.clear();
  gateFault = fault;
  return false;
}

/**
 * Marks the session as signing out during `work`. A stream or request in any tab that fails meanwhile must not report
 * an expired session.
 */
async function whileLeaving(work: () => Promise<void>): Promise<void> {
  const isShared = !tokens.isBorrowing();
  isLeavingHere = true;
  if (isShared) tabs.postMessage('leaving');
  try {
    await work();
  } finally {
    isLeavingHere = false;
    if (isShared) tabs.postMessage('staying');
  }
}

/** Announces once: later refused requests or sockets concern a session that has already ended. */
function announce(end: SessionEnd): void {
  if (isOver) return;
  isOver = true;
  for (const listener of endings) listener(end);
}

/** Plain http on another machine has no Web Locks, so each tab renews for itself. */
async function withTabLock<T>(work: () => Promise<T>): Promise<T | null> {
  // A borrowed token exists only in this page, and locks may be forbidden in its frame.
  if (navigator.locks === undefined || tokens.isBorrowing()) return work();
  return navigator.locks.request('atrium.renewal', { ifAvailable: true }, (lock) => (lock === null ? null : work()));
}

/** Returns why the session ended when the server rejects its token. */
function findEndReason(): SessionEnd {
  if (isLeavingElsewhere) return 'left';
  return tokens.readViewAs() === null ? 'expired' : 'view-as over';
}

/** Generates the id of a browser: 256 random bits as base64url. */
function newDeviceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Sends with the session's token. Retries once with a renewed token if the server says it has expired. */
export async function withToken<Answer>(send: (token: string | null) => Promise<Answer>): Promise<Answer> {
  const token = session.token();
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'TOKEN_EXPIRED' || token === null) throw error;
    await session.renew(token);
    return await send(session.token());
  }
}
