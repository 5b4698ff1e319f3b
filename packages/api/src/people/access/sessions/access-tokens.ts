import { hkdfSync, webcrypto } from 'node:crypto';
import type { Clock, Instant } from '@atrium/domain/core';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** Lifetime of an access token, ms. */
export const accessTokenLifeMs = 15 * 60_000;

/** Result of verifying a token: its claims, and whether it has expired. */
export type TokenReading = ({ readonly state: 'current' | 'expired' } & Claims) | { readonly state: 'invalid' };

/** Claims of a token with a valid signature. */
interface Claims {
  readonly sessionId: string;
  readonly expiresAt: Instant;
  readonly renewals: number;
}

/** Cache size for verified tokens. The oldest entry is evicted. */
const maxCachedTokens = 2000;

interface TokenTimes {
  readonly life?: number;
  /** Default: now. */
  readonly at?: Instant;
  /** Number of renewals of the session's token before this one. */
  readonly renewals?: number;
}

const issuer = 'atrium';
const audience = 'atrium:access';

/** Signs and verifies access tokens. The key is derived from the installation's secret for this purpose only. */
export function createAccessTokens(secret: string, clock: Clock) {
  const bytes = hkdfSync('sha256', secret, '', 'atrium access token v1', 32);
  // Imported once: passing bytes would import the key for each token.
  const imported = webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  const known = new Map<string, Claims>();

  /** Returns null if the signature or a claim is invalid. */
  async function verifyToken(token: string): Promise<Claims | null> {
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
      // Thrown only after the signature and every other claim were verified.
      if (error instanceof errors.JWTExpired) return claimsOf(error.payload);
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  return {
    /**
     * Issues a token that expires with the session at the latest (`sessionEndsAt`). `life` in ms. The same `at` and
     * `renewals` give the same token.
     */
    async issue(
      sessionId: string,
      sessionEndsAt: Instant,
      { life = accessTokenLifeMs, at: now = clock.now(), renewals = 0 }: TokenTimes = {},
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
      const claims = known.get(token) ?? (await verifyToken(token));
      if (claims === null) return { state: 'invalid' };
      if (known.size >= maxCachedTokens && !known.has(token)) known.delete(known.keys().next().value as string);
      known.set(token, claims);
      return { ...claims, state: claims.expiresAt > wholeSecond(clock.now()) ? 'current' : 'expired' };
    },
  };
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

function claimsOf({ sid, exp, ren = 0 }: JWTPayload): Claims | null {
  if (typeof sid !== 'string' || typeof exp !== 'number' || typeof ren !== 'number') return null;
  return { sessionId: sid, expiresAt: exp * 1000, renewals: ren };
}

/** Token times have whole seconds. */
const wholeSecond = (at: Instant) => Math.floor(at / 1000) * 1000;
