import { hkdfSync, webcrypto } from 'node:crypto';
import type { Clock, Instant } from '@atrium/domain/core';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** How long an access token is good for, in ms. */
export const accessTokenLife = 15 * 60_000;

/** What a token proves once its signature holds: which session it was made for, and until when it may be used. */
export type TokenReading = ({ readonly state: 'current' | 'expired' } & Claims) | { readonly state: 'invalid' };

/** What a signature vouches for, whenever it is looked at. */
interface Claims {
  readonly sessionId: string;
  readonly expiresAt: Instant;
  readonly renewals: number;
}

/** Tokens whose signature was found right, which is not computed again; of more, the one that is known longest goes. */
const mostKnown = 2000;

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
  const known = new Map<string, Claims>();

  /** null: the signature is not ours, or something of what it vouches for is not as it must be. */
  async function verified(token: string): Promise<Claims | null> {
    const options = {
      issuer,
      audience,
      algorithms: ['HS256'],
      currentDate: new Date(clock.now()),
      requiredClaims: ['sid', 'exp'],
    };
    try {
      return claimsOf((await jwtVerify(token, await imported, options)).payload);
    } catch (error) {
      // Thrown only after the signature and every other claim were found right.
      if (error instanceof errors.JWTExpired) return claimsOf(error.payload);
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

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
      const claims = known.get(token) ?? (await verified(token));
      if (claims === null) return { state: 'invalid' };
      if (known.size >= mostKnown && !known.has(token)) known.delete(known.keys().next().value as string);
      known.set(token, claims);
      return { ...claims, state: claims.expiresAt > wholeSecond(clock.now()) ? 'current' : 'expired' };
    },
  };
}

export type AccessTokens = ReturnType<typeof accessTokens>;

function claimsOf({ sid, exp, ren = 0 }: JWTPayload): Claims | null {
  if (typeof sid !== 'string' || typeof exp !== 'number' || typeof ren !== 'number') return null;
  return { sessionId: sid, expiresAt: exp * 1000, renewals: ren };
}

/** Tokens count in whole seconds. */
const wholeSecond = (at: Instant) => Math.floor(at / 1000) * 1000;
