import type { Clock } from '@atrium/domain/core';
import type { Authenticate, Authentication } from './context.ts';

/** How long a stream may outlive its session at most, in ms. */
const recheckEvery = 10_000;

/**
 * Calls `onEnd` once, when the token a stream was opened with expires or its session has ended. Asked again and again
 * rather than told: a lost message must not keep a stream open. Returns the way to stop watching.
 */
export function watchSession(
  token: string,
  authentication: Authentication,
  options: { readonly authenticate: Authenticate; readonly clock: Clock },
  onEnd: (reason: 'expired' | 'invalid') => void,
): () => void {
  if (authentication.scope === null) return () => {};
  let stopped = false;
  const stop = () => {
    stopped = true;
    clearTimeout(expiry);
    clearInterval(recheck);
  };
  const end = (reason: 'expired' | 'invalid') => {
    if (stopped) return;
    stop();
    onEnd(reason);
  };
  const expiry = setTimeout(() => end('expired'), Math.max(0, authentication.expiresAt - options.clock.now()));
  const recheck = setInterval(() => {
    options.authenticate(token).then(
      (now) => now.scope === null && end(now.tokenProblem === 'expired' ? 'expired' : 'invalid'),
      // A store that does not answer is no proof of anything; the expiry still holds.
      () => {},
    );
  }, recheckEvery);
  expiry.unref();
  recheck.unref();
  return stop;
}
