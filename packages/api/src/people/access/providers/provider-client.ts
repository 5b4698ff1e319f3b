import type { lookup } from 'node:dns';
import type { CustomFetch } from 'openid-client';
import * as openid from 'openid-client';
import { createAddressGuard } from '../../../platform/addresses/address-guard.ts';
import { fetchExternal } from '../../../platform/addresses/fetch-external.ts';
import type { ProviderConfig } from '../../../platform/config/read-config.ts';

export type ProviderName = 'oidc' | 'retailer';

/** Identity verified by a provider. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Null: none, or the provider does not verify it. */
  readonly verifiedEmail: string | null;
}

/** Values to compare with the provider's response. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface ProviderClient {
  /** Returns the sign-in URL, and the values to check the response against. */
  begin(): Promise<{ readonly url: URL; readonly flow: Flow }>;
  /** Returns the identity from the callback URL. Throws if any check fails. */
  finish(returned: URL, flow: Flow): Promise<ProvenIdentity>;
}

/** Timeout for one request to the provider, seconds. */
const timeoutSeconds = 8;

/**
 * Builds a client for the authorization code flow with PKCE, state and nonce. Discovery runs at first use, and again
 * after a failure. ID tokens need a valid signature, even though they come from the provider directly. `networks`:
 * private networks that the provider's other URLs may use.
 */
export function createProviderClient(
  { issuer, clientId, clientSecret }: ProviderConfig,
  redirectUri: string,
  networks: readonly string[],
): ProviderClient {
  let known: Promise<openid.Configuration> | null = null;
  const insecure = new URL(issuer).protocol === 'http:' ? [openid.allowInsecureRequests] : [];
  const configuration = () => {
    known ??= openid
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute: [...insecure, openid.enableNonRepudiationChecks],
        timeout: timeoutSeconds,
        [openid.customFetch]: createProviderFetch(issuer, networks),
      })
      .catch((error: unknown) => {
        known = null;
        throw error;
      });
    return known;
  };
  return {
    async begin() {
      const codeVerifier = openid.randomPKCECodeVerifier();
      const flow = { state: openid.randomState(), nonce: openid.randomNonce(), codeVerifier };
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url, flow };
    },

    async finish(returned, { state, nonce, codeVerifier }) {
      const provider = await configuration();
      const tokens = await openid.authorizationCodeGrant(provider, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider answered without an ID token');
      const asked =
        claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
          ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : claims;
      return { issuer: claims.iss, subject: claims.sub, verifiedEmail: findVerifiedEmail(asked) };
    },
  };
}

/** A provider that sends "true" as text, or nothing, verifies nothing. */
function findVerifiedEmail(claims: object): string | null {
  const { email, email_verified } = claims as { email?: unknown; email_verified?: unknown };
  return typeof email === 'string' && email_verified === true ? email : null;
}

/**
 * Builds the fetch function for a provider. The operator trusts the issuer's origin. Other origins come from the
 * provider alone, for tokens, keys or user info. They need https and an address on the public internet or in an allowed
 * network. Names are resolved once, and redirects are not followed.
 */
export function createProviderFetch(issuer: string, networks: readonly string[], lookUp?: typeof lookup): CustomFetch {
  const { origin } = new URL(issuer);
  const open = createAddressGuard(networks, lookUp);
  return async (address, options) => {
    const url = new URL(address);
    if (url.origin === origin) return fetch(url, { ...options, redirect: 'manual' } as RequestInit);
    const { method, headers, body, signal } = options;
    const sent = body instanceof URLSearchParams ? body.toString() : body;
    return fetchExternal(url, { method, headers, signal, body: sent as string | undefined }, open);
  };
}
