import * as openid from 'openid-client';
import type { ProviderConfig } from '../../platform/config/index.ts';
import { providerFetch } from './provider-fetch.ts';

export type ProviderName = 'oidc' | 'retailer';

/** What a provider proved of somebody. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** null: none, or the provider does not vouch for it. */
  readonly verifiedEmail: string | null;
}

/** What must come back unchanged from the provider, or be known when it does. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface ProviderClient {
  /** Where people sign in, and what their return is checked against. */
  begin(): Promise<{ readonly url: URL; readonly flow: Flow }>;
  /** Who came back, by the address they came back to. Throws whenever anything about it is not as it must be. */
  finish(returned: URL, flow: Flow): Promise<ProvenIdentity>;
}

/** Seconds a provider may take for one answer. */
const patience = 8;

/**
 * The authorization code flow with PKCE, state and nonce at one provider. Its keys and addresses are looked up when they
 * are first needed, and again after a failure. ID tokens are taken with a valid signature only, though they come straight
 * from the provider. `networks`: those in which addresses may be asked that the provider names elsewhere.
 */
export function providerClient(
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
        timeout: patience,
        [openid.customFetch]: providerFetch(issuer, networks),
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
      return { issuer: claims.iss, subject: claims.sub, verifiedEmail: verifiedEmail(asked) };
    },
  };
}

/** Providers that write "true" as a text, or leave it out, vouch for nothing. */
function verifiedEmail(claims: object): string | null {
  const { email, email_verified } = claims as { email?: unknown; email_verified?: unknown };
  return typeof email === 'string' && email_verified === true ? email : null;
}
