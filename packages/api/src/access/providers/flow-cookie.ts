import { hkdfSync } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Flow, ProviderName } from './provider-client.ts';

/** A sign-in in progress at a provider. */
export interface SignInFlow extends Flow {
  readonly provider: ProviderName;
  /** Page to return to after the sign-in. */
  readonly origin: string | null;
}

/** Time allowed at the provider, seconds. */
export const flowLifeSeconds = 10 * 60;

/**
 * Seals sign-ins in progress into a cookie that only the server can read. A response is valid only in the browser that
 * started it.
 */
export function createFlowCookies(secret: string, clock: Clock) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'atrium provider journey v1', 32));
  return {
    seal: (journey: SignInFlow): Promise<string> =>
      new EncryptJWT({ ...journey })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(clock.now() / 1000) + flowLifeSeconds)
        .encrypt(key),

    /** Returns null for a cookie that is forged, modified, expired or for another provider. */
    async open(sealed: string, provider: ProviderName): Promise<SignInFlow | null> {
      try {
        const options = { currentDate: new Date(clock.now()), requiredClaims: ['exp'] };
        const { payload } = await jwtDecrypt<SignInFlow>(sealed, key, options);
        return payload.provider === provider ? payload : null;
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
        throw error;
      }
    },
  };
}
