import { err, ok, type Result } from '@atrium/domain/core';
import { ask, Refusal } from './ask.ts';
import { newDeviceId } from './device-id.ts';
import { LoginDocument, LogoutDocument, RenewDocument } from './operations.generated.ts';
import { rememberEmail } from './remembered-email.ts';
import { createBorrowing } from './token/borrowed-token.ts';
import { readCookiePlace } from './token/cookie-place.ts';
import { createRenewal, type Renewed } from './token/renewal.ts';
import { createTokenCookie } from './token/token-cookie.ts';
import { expiryOf, issuedAt } from './token/token-expiry.ts';

export type SignInFailure = 'wrong credentials' | 'rate limited' | 'cookies refused' | 'unavailable' | 'unreachable';

/** The password was right and a code is on its way. */
export interface HalfSignIn {
  /** What the code is handed in with. */
  readonly token: string;
  readonly contact: 'email' | 'phone';
}

/** Why a session ended, as the sign-in page tells it; `left` (by hand) needs no words. */
export type SessionEnd = 'left' | 'expired' | 'view-as over';

/** What kept somebody from being signed in by what their browser had kept. The last two may pass. */
export type GateFault = 'invalid token' | 'view-as over' | 'refresh timed out' | 'unreachable';

const place = readCookiePlace(document, import.meta.env.MODE);
const tokens = createBorrowing(createTokenCookie(place, { document, location }));
const tabs = new BroadcastChannel('atrium.session');
const endings = new Set<(end: SessionEnd) => void>();
/** The person is logging out in another tab. */
let isLeavingElsewhere = false;
/** In this tab: until the server has answered, which takes the token out of a cookie that no script reads. */
let isLeavingHere = false;
/** It was announced that the session is over, and none has begun since. */
let isOver = false;
let gateFault: GateFault | null = null;

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
  if (tokens.isBorrowing()) return;
  if (data === 'left' || data === 'expired' || data === 'view-as over') announce(data);
  if (data === 'leaving' || data === 'staying') isLeavingElsewhere = data === 'leaving';
  // Another tab looks as somebody else now: nothing on this page is what they would see.
  if (data === 'somebody else') location.assign('/');
});

/** The one session of this browser: its token, how it begins, is renewed and ends. */
export const session = {
  token: () => tokens.read(),

  /**
   * Signs in; with two-factor on, only halfway. The browser tells what it is known by from its first sign-in on: what
   * others try elsewhere never counts against whoever signed in here before.
   */
  async signIn(email: string, password: string): Promise<Result<HalfSignIn | null, SignInFailure>> {
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

  /** Begins with a token that was given for whatever proved the person. False: the browser keeps no cookies of ours. */
  enter(token: string): boolean {
    tokens.clear();
    isOver = false;
    return tokens.write(token);
  },

  /** What this browser is known by; a new one until it is kept. */
  device: { id: () => tokens.readDevice() ?? newDeviceId(), keep: (id: string) => tokens.writeDevice(id) },

  /** Answers the server's TOKEN_EXPIRED. A session that can't be renewed is over, in every tab. */
  async renew(stale: string): Promise<Renewed> {
    // Whose token it is renews it: renewed here as well, it would look like one that was copied.
    if (tokens.isBorrowing()) return err('unreachable');
    const renewed = await renewStored(stale);
    if (!renewed.ok && renewed.error === 'invalid token') session.end('expired');
    return renewed;
  },

  /** Whether somebody is signed in; a token from an earlier browser session is renewed before it counts. */
  async open(): Promise<boolean> {
    const isOpen = await isSignedIn();
    // Somebody may have signed in again in another tab.
    if (isOpen) isOver = false;
    return isOpen;
  },

  /** What the gate stumbled over, told once. */
  takeGateFault(): GateFault | null {
    const fault = gateFault;
    gateFault = null;
    return fault;
  },

  /** Looks at everything as another person from the next page on, with what was chosen before forgotten. */
  lookAs(token: string): boolean {
    // A clock that is wrong by an hour must neither end this at once nor show twice the time.
    const now = Date.now();
    if (!tokens.writeViewAs(token, now - (issuedAt(token) ?? now))) return false;
    tabs.postMessage('somebody else');
    return true;
  },

  /** Until when somebody looks as another person, epoch ms by this browser's clock; null for people who are themselves. */
  viewAsEnds(): number | null {
    const token = tokens.readViewAs();
    const ends = token === null ? null : expiryOf(token);
    return ends === null ? null : ends + tokens.readClockAhead();
  },

  /** Ends the session on the server too, and forgets the person's email. The browser is clean even if the server can't be reached. */
  async leave(): Promise<void> {
    const held = [tokens.readViewAs(), tokens.readOwn()].filter((token) => token !== null);
    rememberEmail(null);
    await whileLeaving(async () => {
      await Promise.all(held.map((token) => ask(LogoutDocument, {}, token).catch(() => undefined)));
      session.end('left');
    });
  },

  /** Has the server end every session of the person, this one too. */
  async leaveEverywhere(endAll: () => Promise<unknown>): Promise<void> {
    await whileLeaving(async () => {
      await endAll();
      rememberEmail(null);
      if (tokens.read() !== null) session.end('left');
    });
  },

  /** Forgets the tokens and tells every tab. */
  end(how: SessionEnd): void {
    // The page would go on to the sign-in page, and the answer to the logout would be dropped.
    if (isLeavingHere && how !== 'left') return;
    const end = how === 'expired' ? endedBy() : how;
    const isOurs = !tokens.isBorrowing();
    tokens.clear();
    announce(end);
    if (isOurs) tabs.postMessage(end);
  },

  /** This page acts with a token it was handed, until it is closed or the token ends; other tabs notice nothing. */
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

function refuse(fault: GateFault): false {
  tokens.clear();
  gateFault = fault;
  return false;
}

/**
 * What hears first that the session is over, a stream or a request under way in any tab, has not found it expired: the
 * person is logging out.
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

/** Once: a request or a socket that is refused afterwards tells of a session that is over already. */
function announce(end: SessionEnd): void {
  if (isOver) return;
  isOver = true;
  for (const listener of endings) listener(end);
}

/** Plain http on another machine has no locks; one renewal per tab is the best to be had there. */
async function inOneTab<T>(work: () => Promise<T>): Promise<T | null> {
  // Nobody else has a borrowed token, and where one is borrowed the browser may forbid locks.
  if (navigator.locks === undefined || tokens.isBorrowing()) return work();
  return navigator.locks.request('atrium.renewal', { ifAvailable: true }, (lock) => (lock === null ? null : work()));
}

/** What a token that is no longer taken means. */
function endedBy(): SessionEnd {
  if (isLeavingElsewhere) return 'left';
  return tokens.readViewAs() === null ? 'expired' : 'view-as over';
}
