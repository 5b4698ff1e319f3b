import { hkdfSync } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Flow, ProviderName } from './provider-client.ts';

/** Somebody on their way to a provider and back. */
export interface Journey extends Flow {
  readonly provider: ProviderName;
  /** The page they asked for. */
  readonly origin: string | null;
}

/** How long somebody may take at the provider, seconds. */
export const journeyLife = 10 * 60;

/** Journeys travel in a cookie that only we can read: what comes back belongs to the browser that left, or to nobody. */
export function journeys(secret: string, clock: Clock) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'atrium provider journey v1', 32));
  return {
    seal: (journey: Journey): Promise<string> =>
      new EncryptJWT({ ...journey })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(clock.now() / 1000) + journeyLife)
        .encrypt(key),

    /** null: none of ours, changed, too old, or on the way to another provider. */
    async open(sealed: string, provider: ProviderName): Promise<Journey | null> {
      try {
        const options = { currentDate: new Date(clock.now()), requiredClaims: ['exp'] };
        const { payload } = await jwtDecrypt<Journey>(sealed, key, options);
        return payload.provider === provider ? payload : null;
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
        throw error;
      }
    },
  };
}
