import { hkdfSync, webcrypto } from 'node:crypto';
import type { Clock, Instant } from '@atrium/domain/core';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** How long an access token is good for, in ms. */
export const accessTokenLife = 15 * 60_000;

/** What a token proves once its signature holds: which session it was made for, and until when it may be used. */
export type TokenReading =
  | {
      readonly state: 'current' | 'expired';
      readonly sessionId: string;
      readonly expiresAt: Instant;
      readonly renewals: number;
    }
  | { readonly state: 'invalid' };

interface TokenTimes {
  readonly life?: number;
  /** Now, where nothing is said. */
  readonly at?: Instant;
  /** How often the session's token was renewed before it. */
  readonly renewals?: number;
}

const issuer = 'atrium';
const audience = 'atrium:access';

/** Signs and reads access tokens; the key is derived from the installation's secret and good for nothing else. */
export function accessTokens(secret: string, clock: Clock) {
  const bytes = hkdfSync('sha256', secret, '', 'atrium access token v1', 32);
  // Made once: handed over as bytes it would be made anew for each token.
  const imported = webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  return {
    /**
     * `sessionEndsAt`: no token outlives its session. `life`, ms. With the same `at` and `renewals` it is the same text.
     */
    async issue(
      sessionId: string,
      sessionEndsAt: Instant,
      { life = accessTokenLife, at: now = clock.now(), renewals = 0 }: TokenTimes = {},
    ): Promise<string> {
      return new SignJWT({ sid: sessionId, ...(renewals === 0 ? {} : { ren: renewals }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor(Math.min(now + life, sessionEndsAt) / 1000))
        .sign(await imported);
    },

    async read(token: string): Promise<TokenReading> {
      const options = {
        issuer,
        audience,
        algorithms: ['HS256'],
        currentDate: new Date(clock.now()),
        requiredClaims: ['sid', 'exp'],
      };
      const key = await imported;
      try {
        return readingOf('current', (await jwtVerify(token, key, options)).payload);
      } catch (error) {
        // Thrown only after the signature and every other claim were found right.
        if (error instanceof errors.JWTExpired) return readingOf('expired', error.payload);
        if (error instanceof errors.JOSEError || error instanceof TypeError) return { state: 'invalid' };
        throw error;
      }
    },
  };
}

export type AccessTokens = ReturnType<typeof accessTokens>;

function readingOf(state: 'current' | 'expired', { sid, exp, ren = 0 }: JWTPayload): TokenReading {
  if (typeof sid !== 'string' || typeof exp !== 'number' || typeof ren !== 'number') return { state: 'invalid' };
  return { state, sessionId: sid, expiresAt: exp * 1000, renewals: ren };
}
