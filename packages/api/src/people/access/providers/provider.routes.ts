import { hkdfSync } from 'node:crypto';
import type { Clock, Failure, Result } from '@atrium/domain/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { GetClientAddress } from '../../../platform/addresses/ip-address.ts';
import type { ProviderConfig } from '../../../platform/config/read-config.ts';
import type { TokenStorage } from '../../../platform/http/token-storage.ts';
import { type SignedIn, toCallerAnswer } from '../sessions/open-session.ts';
import { createProviderClient, type Flow, type ProvenIdentity, type ProviderName } from './provider-client.ts';

/** A sign-in in progress at a provider. */
export interface SignInFlow extends Flow {
  readonly provider: ProviderName;
  /** Page to return to after the sign-in. */
  readonly origin: string | null;
}

/** Time allowed at the provider, seconds. */
const flowLifeSeconds = 10 * 60;

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

export interface ProviderRoutes {
  readonly providers: Readonly<Record<ProviderName, ProviderConfig | null>>;
  /** Origin that providers redirect back to. */
  readonly productUrl: string;
  /** Networks in CIDR form that the provider's other URLs may use, besides the public internet. */
  readonly callableNetworks: readonly string[];
  readonly secret: string;
  readonly clock: Clock;
  readonly addressOf: GetClientAddress;
  /** Where the caller stores its token. */
  readonly keeping: TokenStorage;
  readonly signIn: (attempt: {
    readonly by: ProviderName;
    readonly identity: ProvenIdentity;
    readonly address: string;
  }) => Promise<Result<SignedIn, Failure>>;
  readonly warn: (message: string, error: unknown) => void;
}

/** Time the sign-in page has to take over the result, seconds. */
const handoverLifeSeconds = 60;

/** Registers `/auth/<provider>/start?origin=` and `/auth/<provider>/callback` for each configured provider. */
export function registerProviderRoutes(routes: FastifyInstance, options: ProviderRoutes): void {
  for (const name of ['oidc', 'retailer'] as const) {
    const config = options.providers[name];
    if (config !== null) registerProvider(routes, name, config, options);
  }
}

function registerProvider(
  routes: FastifyInstance,
  provider: ProviderName,
  config: ProviderConfig,
  { productUrl, callableNetworks, secret, clock, addressOf, keeping, signIn, warn }: ProviderRoutes,
): void {
  const callback = `/auth/${provider}/callback`;
  const client = createProviderClient(config, new URL(callback, productUrl).href, callableNetworks);
  const travels = createFlowCookies(secret, clock);
  const jar = createCookieJar(`atrium-${provider}`, productUrl);

  routes.get(`/auth/${provider}/start`, async (request, reply) => {
    const origin = parsePath((request.query as { origin?: unknown }).origin);
    try {
      const { url, flow } = await client.begin();
      jar.give(reply, await travels.seal({ ...flow, provider, origin }));
      return reply.header('cache-control', 'no-store').redirect(url.href, 302);
    } catch (error) {
      warn(`the identity provider ${config.issuer} can't be asked`, error);
      return redirectToSignIn(reply, { origin, failure: 'provider' });
    }
  });

  routes.get(callback, async (request, reply) => {
    const journey = await travels.open(jar.read(request), provider);
    jar.take(reply);
    const origin = journey?.origin ?? null;
    if (journey === null) return redirectToSignIn(reply, { origin, failure: 'provider' });
    try {
      const identity = await client.finish(new URL(request.url, productUrl), journey);
      const outcome = await signIn({ by: provider, identity, address: addressOf(request.raw) });
      if (!outcome.ok) return redirectToSignIn(reply, { origin, failure: 'user' });
      const tokens = keeping({});
      setHandoverCookie(reply, toCallerAnswer(outcome.value, tokens), productUrl);
      for (const cookie of tokens.cookies) reply.header('set-cookie', cookie);
      return redirectToSignIn(reply, { origin });
    } catch (error) {
      warn(`a sign-in by the identity provider ${config.issuer} was not what it must be`, error);
      return redirectToSignIn(reply, { origin, failure: 'provider' });
    }
  });
}

/** Redirects to the sign-in page, which shows the failure or takes over the session. */
function redirectToSignIn(
  reply: FastifyReply,
  { origin, failure }: { readonly origin: string | null; readonly failure?: 'user' | 'provider' },
): FastifyReply {
  const search = new URLSearchParams({ ...(origin !== null && { origin }), ...(failure && { failure }) }).toString();
  return reply.header('cache-control', 'no-store').redirect(`/login${search === '' ? '' : `?${search}`}`, 303);
}

/** Passes the result in a cookie for the sign-in page, which reads it at once. URLs end up in histories and logs. */
function setHandoverCookie(reply: FastifyReply, { token, otpContact }: SignedIn, productUrl: string): void {
  const value = encodeURIComponent(JSON.stringify({ token, otpContact }));
  const attributes = `Path=/login; Max-Age=${handoverLifeSeconds}; SameSite=Strict${secureAt(productUrl)}`;
  reply.header('set-cookie', `atrium-handover=${value}; ${attributes}`);
}

/** SameSite=Lax, because the cookie must be sent when the provider redirects back. */
function createCookieJar(name: string, productUrl: string) {
  const attributes = `Path=/auth/; HttpOnly; SameSite=Lax${secureAt(productUrl)}`;
  return {
    give: (reply: FastifyReply, value: string) =>
      reply.header('set-cookie', `${name}=${value}; Max-Age=${flowLifeSeconds}; ${attributes}`),
    read: ({ headers }: FastifyRequest) =>
      new RegExp(`(?:^|; *)${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1]?.trim() ?? '',
    take: (reply: FastifyReply) => reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  };
}

const secureAt = (productUrl: string) => (productUrl.startsWith('https:') ? '; Secure' : '');

/** Accepts paths of ours only. The sign-in page decides where they lead. */
const parsePath = (origin: unknown) =>
  typeof origin === 'string' && origin.startsWith('/') && origin.length <= 2000 ? origin : null;
